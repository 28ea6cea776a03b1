import { SpanStatusCode, type Span } from '@opentelemetry/api';

/** Marks a span as failed with the kind of the error; the message may contain confidential data. */
export function markFailed(span: Span, error: unknown): void {
  const { code } = (error ?? {}) as { code?: unknown };
  const name = error instanceof Error ? error.constructor.name : 'unknown';
  span.setAttribute('error.type', typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : name);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
