import { Injectable } from '@nestjs/common';
import { Logger } from 'nestjs-pino';

/** Contexts of Nest that log the structure of the application at every start. */
const WIRING = new Set(['NestFactory', 'InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestApplication']);

/** The application's log; messages of Nest about its structure are logged as `debug`. */
@Injectable()
export class AppLogger extends Logger {
  override log(message: unknown, ...parameters: unknown[]): void {
    if (WIRING.has(String(parameters.at(-1)))) super.debug(message, ...parameters);
    else super.log(message, ...parameters);
  }
}
