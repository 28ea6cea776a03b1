import { performance } from 'node:perf_hooks';
import type { NextFunction, Request, Response } from 'express';
import type { ServerResponse } from 'node:http';
import { methodLabel, routeLabel } from '../platform/http/index.js';
import type { Metrics } from './metrics.service.js';

/** One short-link request in this many is measured: a listener on each would be felt on the hot path. */
const SAMPLE = 16;

/** Measures a sample of the short links. */
export class RedirectTimer {
  private turn = 0;

  constructor(private readonly metrics: Metrics) {}

  /** Whether the coming request is one to measure; call it once for each. */
  isDue(): boolean {
    this.turn = (this.turn + 1) % SAMPLE;
    return this.turn === 0;
  }

  /** Measures a request that has just come in and that the redirect has taken. */
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
