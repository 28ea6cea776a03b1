import { Injectable } from '@nestjs/common';
import { Logger } from 'nestjs-pino';

/** Parts of Nest that tell at every start what the code says already. */
const WIRING = new Set(['NestFactory', 'InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestApplication']);

/** The application's log; Nest's wiring goes to `debug`. */
@Injectable()
export class AppLogger extends Logger {
  override log(message: unknown, ...parameters: unknown[]): void {
    if (WIRING.has(String(parameters.at(-1)))) super.debug(message, ...parameters);
    else super.log(message, ...parameters);
  }
}
