import { Logger, Module, type DynamicModule } from '@nestjs/common';
import type { Request } from 'express';
import { LoggerModule, PinoLogger, type Params } from 'nestjs-pino';
import { stdSerializers, stdTimeFunctions, type SerializedError } from 'pino';
import type { Config } from '../config/index.js';
import { AppLogger } from './app-logger.js';

/**
 * Structured logs: one JSON object per line, with the time in ISO 8601 and the level as a word; requests with their id, method,
 * path and status.
 * No address, no user agent, no header, and no query string, which may contain a token. Errors are logged with type, message and
 * stack only, because statement parameters, which drivers attach, may be personal data.
 */
@Module({})
export class LoggingModule {
  static with(config: Config): DynamicModule {
    return {
      module: LoggingModule,
      providers: [AppLogger],
      exports: [AppLogger],
      imports: [LoggerModule.forRoot(paramsOf(config))],
    };
  }
}

/** Gives messages that are logged before or without the application the same format. */
export function logWithoutApplication(config: Config): void {
  const params = paramsOf(config);
  Logger.overrideLogger(new AppLogger(new PinoLogger(params), params));
}

function paramsOf(config: Config): Params {
  return {
    pinoHttp: {
      level: config.logLevel,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      autoLogging: { ignore: (request) => /^\/api\/health(?:\/live)?$/.test(request.url ?? '') },
      customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'error' : 'debug'),
      // For a status of 500 or above without a thrown error, pino creates one, whose stack is that of the logger.
      customErrorObject: (_request, response, _error, logged: object) =>
        response.err === undefined ? { ...logged, err: undefined } : logged,
      genReqId: (request) => (request as Request).context.requestId,
      serializers: {
        req: (request: { id: string; method: string; url: string }) => ({
          id: request.id,
          method: request.method,
          path: request.url.split('?', 1)[0],
        }),
        err: withoutParameters,
        res: (response: { statusCode: number }) => ({ status: response.statusCode }),
      },
    },
  };
}

/** Type, message and stack of an error, which may be serialised already in the log of a request. */
function withoutParameters(thrown: Error | SerializedError): Pick<SerializedError, 'type' | 'message' | 'stack'> {
  const { type, message, stack } = thrown instanceof Error ? stdSerializers.err(thrown) : thrown;
  return { type, message, stack };
}
