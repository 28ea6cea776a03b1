import { Module, type DynamicModule } from '@nestjs/common';
import type { Request } from 'express';
import { LoggerModule } from 'nestjs-pino';
import type { SerializedError } from 'pino';
import type { Config } from '../config/index.js';
import { AppLogger } from './app-logger.js';

/**
 * Structured logs: one JSON object a line, requests with their id, method, route and status.
 * No address, no user agent, no header, no query string: a query may hold a token. Of an error what it is and where it comes
 * from: the statement's parameters, which drivers put beside, may hold personal data.
 */
@Module({})
export class LoggingModule {
  static with(config: Config): DynamicModule {
    return {
      module: LoggingModule,
      providers: [AppLogger],
      exports: [AppLogger],
      imports: [
        LoggerModule.forRoot({
          pinoHttp: {
            level: config.logLevel,
            autoLogging: { ignore: (request) => request.url === '/api/health' },
            customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'error' : 'debug'),
            genReqId: (request) => (request as Request).context.requestId,
            serializers: {
              req: (request: { id: string; method: string; url: string }) => ({
                id: request.id,
                method: request.method,
                path: request.url.split('?', 1)[0],
              }),
              err: ({ type, message, stack }: SerializedError) => ({ type, message, stack }),
              res: (response: { statusCode: number }) => ({ status: response.statusCode }),
            },
          },
        }),
      ],
    };
  }
}
