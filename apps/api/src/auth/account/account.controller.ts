import { Body, Controller, Delete, Get, Param, Patch, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { IdentityList, Providers, Registered, SessionUser, VerificationInspected } from '@signpost/contracts';
import type { Request, Response } from 'express';
import {
  Context,
  CurrentSession,
  MaybeSession,
  Public,
  SignedIn,
  type SessionInfo,
} from '../../platform/access/index.js';
import { Config } from '../../platform/config/index.js';
import type { RequestContext } from '../../platform/http/index.js';
import { CountedBy } from '../../platform/limits/index.js';
import { Contract } from '../../platform/openapi/index.js';
import { IdPipe } from '../../platform/validation/index.js';
import { AccountsRepository } from './accounts.repository.js';
import {
  AccountDto,
  ChangePasswordDto,
  EmailDto,
  RegisterDto,
  ResendDto,
  ResetDto,
  TokenDto,
  VerifyDto,
} from '../auth.dto.js';
import { EmailVerificationService } from '../registration/email-verification.service.js';
import { IdentitiesService } from '../oidc/identities.service.js';
import { PasswordsService } from '../password/passwords.service.js';
import { RegistrationGuard } from '../registration/registration-guard.js';
import { RegistrationService } from '../registration/registration.service.js';
import { SessionViews } from '../session/session-views.js';
import { SignInService } from '../sign-in/sign-in.service.js';

/** Registration, address verification, password and identities of an account. */
@Controller('api/auth')
export class AccountController {
  constructor(
    private readonly registration: RegistrationService,
    private readonly signIn: SignInService,
    private readonly verification: EmailVerificationService,
    private readonly passwords: PasswordsService,
    private readonly identities: IdentitiesService,
    private readonly accounts: AccountsRepository,
    private readonly views: SessionViews,
    private readonly config: Config,
  ) {}

  @Get('providers')
  @Public()
  @Contract({ reply: 'Providers' })
  async providers(): Promise<Providers> {
    return {
      google: this.config.google !== null,
      microsoft: this.config.microsoft !== null,
      oidc: this.config.oidc === null ? null : { name: this.config.oidc.name },
      passwords: this.config.passwords,
      registration: await this.registration.state(),
      mail: this.config.smtpUrl !== null,
      demo: this.config.demoEnabled,
      turnstileSiteKey: this.config.turnstile?.siteKey ?? null,
    };
  }

  @Post('register')
  @Public()
  @CountedBy('REGISTER')
  @UseGuards(RegistrationGuard)
  @Contract({ body: 'RegisterInput', reply: 'Registered' })
  async register(
    @Body() input: RegisterDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Registered> {
    const account = await this.registration.register(input, request.context);
    if (account === null) return { ok: true };
    return { ok: true, user: await this.signIn.enter(account, 'password', request, response) };
  }

  @Post('verify')
  @Public()
  @Contract({ body: 'VerifyInput', reply: 'Ok' })
  verify(@Body() { token, reject }: VerifyDto): Promise<void> {
    return reject === true ? this.verification.reject(token) : this.verification.verify(token);
  }

  @Post('verify/inspect')
  @Public()
  @Contract({ body: 'TokenInput', reply: 'VerificationInspected' })
  inspectVerification(@Body() input: TokenDto): Promise<VerificationInspected> {
    return this.verification.inspect(input.token);
  }

  @Post('verify/resend')
  @Public()
  @CountedBy('RESEND')
  @Contract({ body: 'ResendInput', reply: 'Ok' })
  resend(
    @Body() input: ResendDto,
    @MaybeSession() session: SessionInfo | null,
    @Context() context: RequestContext,
  ): Promise<void> {
    return this.verification.resend(input, session, context);
  }

  @Post('forgot')
  @Public()
  @CountedBy('FORGOT')
  @Contract({ body: 'EmailInput', reply: 'Ok' })
  forgot(@Body() input: EmailDto, @Context() context: RequestContext): Promise<void> {
    return this.passwords.forgot(input.email, context);
  }

  @Post('reset')
  @Public()
  @Contract({ body: 'ResetInput', reply: 'Ok' })
  reset(@Body() input: ResetDto): Promise<void> {
    return this.passwords.reset(input);
  }

  @Post('password')
  @SignedIn()
  @CountedBy('LOGIN')
  @Contract({ body: 'ChangePasswordInput', reply: 'Ok' })
  changePassword(
    @Body() input: ChangePasswordDto,
    @CurrentSession() session: SessionInfo,
    @Context() context: RequestContext,
  ): Promise<void> {
    return this.passwords.change(input, session, context);
  }

  @Patch('account')
  @SignedIn()
  @Contract({ body: 'AccountInput', reply: 'SessionUser' })
  async update(@Body() input: AccountDto, @CurrentSession() session: SessionInfo): Promise<SessionUser> {
    const weeklyDigest = input.weeklyDigest ?? session.weeklyDigest;
    const displayName = input.displayName === undefined ? session.displayName : input.displayName;
    await this.accounts.setPreferences(session.userId, input);
    return this.views.userOf({ ...session, weeklyDigest, displayName });
  }

  @Get('identities')
  @SignedIn()
  @Contract({ reply: 'IdentityList' })
  listIdentities(@CurrentSession() session: SessionInfo): Promise<IdentityList> {
    return this.identities.list(session.userId);
  }

  @Delete('identities/:id')
  @SignedIn()
  @Contract({ reply: 'Ok' })
  removeIdentity(
    @CurrentSession() session: SessionInfo,
    @Param('id', new IdPipe('identity_not_found')) id: string,
  ): Promise<void> {
    return this.identities.remove(session.userId, id);
  }
}
