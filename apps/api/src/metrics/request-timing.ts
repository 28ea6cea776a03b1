import { performance } from 'node:perf_hooks';
import type { NextFunction, Request, Response } from 'express';
import type { ServerResponse } from 'node:http';
import { methodLabel, routeLabel } from '../platform/http/index.js';
import type { Metrics } from './metrics.service.js';

/** One request for a short link in this many is measured, because a listener on each would slow down redirects. */
const SAMPLE = 16;

/** Measures a sample of the requests for short links. */
export class RedirectTimer {
  private turn = 0;

  constructor(private readonly metrics: Metrics) {}

  /** Whether to measure the next request; call it once per request. */
  isDue(): boolean {
    this.turn = (this.turn + 1) % SAMPLE;
    return this.turn === 0;
  }

  /** Measures a request that was just received and taken by the redirect. */
  measure(response: ServerResponse, startedAt: number): void {
    response.once('close', () => {
      this.metrics.redirectSeconds.observe((performance.now() - startedAt) / 1000);
    });
  }
}

/** Express middleware: times every request of the dashboard and the API under the pattern of its route. */
export function requestTiming(metrics: Metrics) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const startedAt = performance.now();
    response.once('close', () => {
      const labels = { method: methodLabel(request), route: routeLabel(request), status: String(response.statusCode) };
      metrics.requestSeconds.observe(labels, (performance.now() - startedAt) / 1000);
    });
    next();
  };
}
