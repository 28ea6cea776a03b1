import { Injectable, type CanActivate } from '@nestjs/common';
import { Config } from '../../platform/config/index.js';
import { fail } from '../../platform/errors/index.js';

/** Where nobody signs in with a password, what makes and takes one does not exist, whatever the body says. */
@Injectable()
export class PasswordsGuard implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(): boolean {
    return this.config.passwords || fail('not_found');
  }
}
