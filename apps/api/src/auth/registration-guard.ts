import { Injectable, type CanActivate } from '@nestjs/common';
import { fail } from '../platform/errors/index.js';
import { RegistrationService } from './registration.service.js';

/** Where registration is closed the route does not exist, whatever the body says. */
@Injectable()
export class RegistrationGuard implements CanActivate {
  constructor(private readonly registration: RegistrationService) {}

  async canActivate(): Promise<boolean> {
    return (await this.registration.state()) !== 'closed' || fail('not_found');
  }
}
