import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-local';
import { fail } from '../platform/errors/index.js';
import { InputPipe } from '../platform/validation/index.js';
import type { Account } from './accounts.repository.js';
import { LoginDto } from './auth.dto.js';
import { SignInService } from './sign-in.service.js';

/** Passport's local strategy: address and password from the body. */
@Injectable()
export class PasswordStrategy extends PassportStrategy(Strategy, 'local') {
  constructor(private readonly signIn: SignInService) {
    super({ usernameField: 'email', passwordField: 'password', passReqToCallback: true });
  }

  validate(request: Request): Promise<Account> {
    return this.signIn.authenticate(request.body as LoginDto, request.context);
  }
}

/** Signs in by password and leaves the account in `request.user`. */
@Injectable()
export class PasswordGuard extends AuthGuard('local') {
  private readonly pipe = new InputPipe();

  /** Guards run before pipes: the body is validated here, so that a bad field is named instead of refused as a login. */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    request.body = await this.pipe.transform(request.body, { type: 'body', metatype: LoginDto });
    return (await super.canActivate(context)) as boolean;
  }

  override handleRequest<T>(error: unknown, account: T | false): T {
    if (error instanceof Error) throw error;
    return account === false ? fail('invalid_credentials') : account;
  }
}
