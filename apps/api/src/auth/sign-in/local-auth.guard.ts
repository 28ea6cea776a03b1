import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { fail } from '../../platform/errors/index.js';
import { LargeBodies } from '../../platform/http/index.js';
import { InputPipe } from '../../platform/validation/index.js';
import { LoginDto } from '../auth.dto.js';

/** Signs in by password ({@link LocalStrategy}) and stores the account in `request.user`. */
@Injectable()
export class LocalAuthGuard extends AuthGuard('local') {
  private readonly pipe = new InputPipe();

  constructor(private readonly bodies: LargeBodies) {
    super();
  }

  /**
   * Guards run before pipes, so the body is validated here: an invalid field is then reported as such instead of as
   * wrong credentials.
   */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.bodies.receive(context);
    const request = context.switchToHttp().getRequest<Request>();
    request.body = await this.pipe.transform(request.body, { type: 'body', metatype: LoginDto });
    return (await super.canActivate(context)) as boolean;
  }

  override handleRequest<T>(error: unknown, account: T | false): T {
    if (error instanceof Error) throw error;
    return account === false ? fail('invalid_credentials') : account;
  }
}
