import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { Config, isLoopback } from '../../platform/config/index.js';
import { fail } from '../../platform/errors/index.js';
import { RegistrationService } from './registration.service.js';
import { SetupCode } from './setup-code.js';

/** Responds 404 to every registration request while registration is closed, whatever the body says. */
@Injectable()
export class RegistrationGuard implements CanActivate {
  constructor(
    private readonly registration: RegistrationService,
    private readonly setupCode: SetupCode,
    private readonly config: Config,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const state = await this.registration.state();
    if (state === 'closed') fail('not_found');
    if (state === 'setup' && !this.isOurs(context.switchToHttp().getRequest<Request>())) fail('bad_origin');
    return true;
  }

  /**
   * Without a setup code, anyone who can reach a fresh instance can set it up. This protects against DNS rebinding,
   * where a foreign site's host name resolves to this machine: only local host names and configured ones are accepted.
   */
  private isOurs({ headers, context }: Request): boolean {
    if (this.setupCode.isNeeded) return true;
    const url = `http://${headers.host ?? ''}`;
    if (!URL.canParse(url)) return false;
    const { hostname } = new URL(url);
    const configured = [this.config.publicUrl.hostname, this.config.shortUrl.hostname];
    if (isLoopback(hostname) || configured.includes(hostname)) return true;
    return context.host.kind === 'workspace' || context.host.kind === 'bare';
  }
}
