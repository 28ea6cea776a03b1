import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { Logger } from '@nestjs/common';
import type { Config } from '../config/index.js';
import type { LiveTracing } from './live-tracing.js';

/** Attributes of a span. Never a slug, an id, an address, a user agent, a path, a message or a secret. */
export type SpanFacts = Readonly<Record<string, string | number>>;

/** Takes a request, or returns false to leave it to the application. */
type RequestTaker = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Null unless a collector is configured; OpenTelemetry's SDK is then not even loaded. */
let live: LiveTracing | null = null;

/**
 * Starts tracing this process if a collector is configured.
 * @returns a function that sends the remaining spans and stops.
 */
export async function startTracing(config: Config): Promise<() => Promise<void>> {
  if (config.tracing === null) return () => Promise.resolve();
  const { LiveTracing } = await import('./live-tracing.js');
  const started = new LiveTracing(config.tracing, config.trustProxy > 0, new Logger('Tracing'));
  live = started;
  return async () => {
    live = null;
    await started.stop();
  };
}

/** Runs background work, such as a job or a mail, as its own trace. */
export function traced<T>(name: string, facts: SpanFacts, work: () => Promise<T>): Promise<T> {
  return live === null ? work() : live.trace(name, facts, work);
}

/** Express middleware: a trace for every request of the API. */
export function requestTracing(): (request: Request, response: Response, next: NextFunction) => void {
  const tracing = live;
  return (request, response, next) => {
    const isTraced = request.path.startsWith('/api/') && !request.path.startsWith('/api/health');
    if (tracing === null || !isTraced) next();
    else tracing.traceRequest(request, response, next);
  };
}

/** The same function with traces for a small sample of requests. Without a collector, `take` itself is returned. */
export function sampledTracing(take: RequestTaker): RequestTaker {
  return live === null ? take : live.sampled(take);
}
