import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '@nestjs/common';
import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { parseTraceParent } from '@opentelemetry/core';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Request, Response } from 'express';
import type { TracingConfig } from '../config/index.js';
import { methodLabel, routeLabel } from '../http/request/route-label.js';
import { SHUTDOWN_WAITS } from '../time/shutdown-waits.js';
import { within } from '../time/within.js';
import { readVersion } from '../version.js';
import { traceDatabase } from './database-spans.js';
import { makeExporter } from './span-exporter.js';
import { markFailed } from './span-failure.js';
import type { SpanFacts } from './tracing.js';

/** One request for a short link in this many gets a trace: a span costs as much as several redirects. */
const REDIRECT_SAMPLE = 1024;

/**
 * Traces of this process, sent to a collector in batches. Spans wait in a bounded queue and are dropped if the collector does not
 * accept them; nothing else waits for it.
 */
export class LiveTracing {
  private readonly provider: TracerProvider;
  private readonly tracer;

  constructor(
    config: TracingConfig,
    private readonly isParentTrusted: boolean,
    logger: Logger,
  ) {
    const named = resourceFromAttributes({ 'service.name': 'signpost', 'service.version': readVersion() });
    // Sampled by the trace id only, so that a client cannot influence how much is traced.
    const ratio = new TraceIdRatioBasedSampler(config.share);
    this.provider = new TracerProvider({
      // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES override our values.
      resource: named.merge(detectResources({ detectors: [envDetector] })),
      sampler: new ParentBasedSampler({ root: ratio, remoteParentSampled: ratio, remoteParentNotSampled: ratio }),
      spanProcessors: [new BatchSpanProcessor({ exporter: makeExporter(config.protocol, logger) })],
    });
    this.tracer = this.provider.getTracer('signpost');
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    traceDatabase(this.tracer);
  }

  /** Sends the remaining spans, for a few seconds at most. */
  async stop(): Promise<void> {
    await within(SHUTDOWN_WAITS.traces, Promise.allSettled([this.provider.shutdown()]));
  }

  /** Runs work as a new trace, with a link to the span in which it was started, if any. */
  async trace<T>(name: string, facts: SpanFacts, work: () => Promise<T>): Promise<T> {
    const cause = trace.getSpan(context.active());
    const span = this.tracer.startSpan(
      name,
      {
        kind: SpanKind.INTERNAL,
        attributes: { ...facts },
        ...(cause === undefined ? {} : { links: [{ context: cause.spanContext() }] }),
      },
      ROOT_CONTEXT,
    );
    try {
      return await context.with(trace.setSpan(ROOT_CONTEXT, span), work);
    } catch (error) {
      markFailed(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  traceRequest(request: Request, response: Response, next: () => void): void {
    const method = methodLabel(request);
    const span = this.tracer.startSpan(
      method,
      {
        kind: SpanKind.SERVER,
        attributes: { 'http.request.method': method, 'signpost.request_id': request.context.requestId },
      },
      this.parentOf(request),
    );
    response.once('close', () => {
      // The route is known only after routing; it is a pattern, never the path.
      const route = routeLabel(request);
      span.updateName(`${method} ${route}`);
      span.setAttribute('http.route', route);
      endWithStatus(span, response);
    });
    context.with(trace.setSpan(ROOT_CONTEXT, span), next);
  }

  /** Traces a sample of requests, see {@link REDIRECT_SAMPLE}, beginning with the first of the process. */
  sampled(take: (request: IncomingMessage, response: ServerResponse) => boolean): typeof take {
    let turn = 0;
    return (request, response) => {
      if (turn++ % REDIRECT_SAMPLE !== 0) return take(request, response);
      const span = this.tracer.startSpan('short link', { kind: SpanKind.SERVER }, ROOT_CONTEXT);
      const isTaken = context.with(trace.setSpan(ROOT_CONTEXT, span), take, undefined, request, response);
      // A span must end to be sent, so a request that is not taken is not sampled, and the next one is instead.
      if (!isTaken) turn -= 1;
      else if (response.writableEnded) endWithStatus(span, response);
      else
        response.once('close', () => {
          endWithStatus(span, response);
        });
      return isTaken;
    };
  }

  /** A trusted proxy may have started the trace; the header of any other client is ignored. */
  private parentOf(request: IncomingMessage): Context {
    const header = this.isParentTrusted ? request.headers['traceparent'] : undefined;
    const parent = typeof header === 'string' ? parseTraceParent(header) : null;
    return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
  }
}

function endWithStatus(span: Span, response: ServerResponse): void {
  span.setAttribute('http.response.status_code', response.statusCode);
  if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
