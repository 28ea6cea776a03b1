import type { Logger } from '@nestjs/common';
import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../config/index.js';

/**
 * Sends spans to the collector. The exporter itself reads address, headers, timeout, compression and certificates from its standard
 * variables (OTEL_EXPORTER_OTLP_…). Logs once when the collector becomes unavailable, and once when it is available again.
 */
export function makeExporter(protocol: TracingConfig['protocol'], logger: Logger): SpanExporter {
  const exporter: SpanExporter = protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter();
  let isUnavailable = false;
  return {
    export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
      exporter.export(spans, (result) => {
        const failed = result.code === ExportResultCode.FAILED;
        if (failed && !isUnavailable)
          logger.warn('The collector does not accept traces. They are dropped until it does.');
        if (!failed && isUnavailable) logger.log('The collector accepts traces again.');
        isUnavailable = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
