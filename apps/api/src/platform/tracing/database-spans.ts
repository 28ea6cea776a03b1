import { context, SpanKind, trace, type Span, type Tracer } from '@opentelemetry/api';
import pg from 'pg';
import { markFailed } from './span-failure.js';

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

/** Creates a span for every statement inside a trace. Other statements, such as polling, get none. */
export function traceDatabase(tracer: Tracer): void {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function (...args) {
    const parent = context.active();
    if (trace.getSpan(parent)?.isRecording() !== true) return query.apply(this, args);
    const { name, attributes } = describe(args[0]);
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes });
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      args[args.length - 1] = (error: unknown, ...rest: unknown[]) => {
        finish(span, error ?? null);
        // A pool would call back in the trace of the caller that released the connection.
        context.with(parent, () => (callback as (...all: unknown[]) => void)(error, ...rest));
      };
      return query.apply(this, args);
    }
    const result = query.apply(this, args);
    endWith(result, span);
    return result;
  };
}

function endWith(result: unknown, span: Span): void {
  if (result instanceof Promise) {
    result.then(
      () => {
        finish(span, null);
      },
      (error: unknown) => {
        finish(span, error);
      },
    );
  } else if (isStream(result)) {
    result.once('close', () => {
      finish(span, null);
    });
    result.once('error', (error) => {
      finish(span, error);
    });
  } else finish(span, null);
}

function finish(span: Span, error: unknown): void {
  if (!span.isRecording()) return;
  if (error !== null) markFailed(span, error);
  span.end();
}

interface Streaming {
  once(event: 'close' | 'error', listener: (error?: unknown) => void): unknown;
}

/** Whether the result is a stream, as for a cursor or a COPY. */
function isStream(result: unknown): result is Streaming {
  return typeof (result as { once?: unknown } | null)?.once === 'function';
}

const FIRST_WORD = /^\s*(?:--[^\n]*\n\s*)*([a-z]+)/i;
const TABLE = /\b(?:FROM|INTO|UPDATE)\s+(?:ONLY\s+)?"?([a-z_]+)"?/i;

/** Operation and first table of a statement, without its text, which contains more than a trace needs. */
function describe(query: unknown): { name: string; attributes: Record<string, string> } {
  const text = typeof query === 'string' ? query : (query as { text?: unknown } | null)?.text;
  const statement = typeof text === 'string' ? text : '';
  const operation = FIRST_WORD.exec(statement)?.[1]?.toUpperCase() ?? 'QUERY';
  const table = TABLE.exec(statement)?.[1];
  return {
    name: table === undefined ? operation : `${operation} ${table}`,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table === undefined ? {} : { 'db.collection.name': table }),
    },
  };
}
