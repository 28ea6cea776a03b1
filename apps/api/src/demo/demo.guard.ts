import { Injectable, type CanActivate } from '@nestjs/common';
import { Config } from '../platform/config/index.js';
import { fail } from '../platform/errors/index.js';

/** Where demos are off the route does not exist, whatever the body says. */
@Injectable()
export class DemoGuard implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(): boolean {
    return this.config.demoEnabled || fail('not_found');
  }
}
