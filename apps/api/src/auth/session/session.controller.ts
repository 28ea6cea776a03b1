import { Body, Controller, Delete, Get, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { AccountSessionList, LoggedIn, LoggedOut, Session } from '@signpost/contracts';
import type { Request, Response } from 'express';
import {
  clearSessionCookie,
  Context,
  CurrentSession,
  MaybeSession,
  Public,
  readSessionTokens,
  SignedIn,
  type SessionInfo,
} from '../../platform/access/index.js';
import { Config } from '../../platform/config/index.js';
import type { RequestContext } from '../../platform/http/index.js';
import { CountedBy } from '../../platform/limits/index.js';
import { Contract } from '../../platform/openapi/index.js';
import { IdPipe } from '../../platform/validation/index.js';
import type { Account } from '../account/accounts.repository.js';
import { LoginDto } from '../auth.dto.js';
import { LocalAuthGuard } from '../sign-in/local-auth.guard.js';
import { OidcClient } from '../oidc/oidc-client.js';
import { SessionViews } from './session-views.js';
import { SessionsService } from './sessions.service.js';
import { SecondStepService } from '../second-factor/second-step.service.js';

/** Signing in and out, and the sessions of the account. */
@Controller('api/auth')
export class SessionController {
  constructor(
    private readonly secondStep: SecondStepService,
    private readonly oidc: OidcClient,
    private readonly sessions: SessionsService,
    private readonly views: SessionViews,
    private readonly config: Config,
  ) {}

  @Get('session')
  @Public()
  @Contract({ reply: 'Session' })
  session(@MaybeSession() session: SessionInfo | null, @Context() context: RequestContext): Promise<Session> {
    return this.views.session(session, context);
  }

  /** The guard has already checked the password; the body is declared for the OpenAPI document. */
  @Post('login')
  @Public()
  @CountedBy('LOGIN')
  @UseGuards(LocalAuthGuard)
  @Contract({ body: 'LoginInput', reply: 'LoggedIn' })
  async login(
    @Body() _input: LoginDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LoggedIn> {
    return { ok: true, user: await this.secondStep.enter(request.user as Account, request, response) };
  }

  @Post('logout')
  @Public()
  @Contract({ reply: 'LoggedOut' })
  async logout(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<LoggedOut> {
    await this.sessions.signOut(readSessionTokens(request));
    clearSessionCookie(response, this.config);
    const redirectTo = await this.oidc.endSessionUrl(request.context.session?.way ?? null);
    return redirectTo === null ? { ok: true } : { ok: true, redirectTo };
  }

  @Get('sessions')
  @SignedIn()
  @Contract({ reply: 'AccountSessionList' })
  list(@CurrentSession() session: SessionInfo): Promise<AccountSessionList> {
    return this.sessions.list(session);
  }

  /** Ends one session; ending the caller's own signs out. */
  @Delete('sessions/:id')
  @SignedIn()
  @Contract({ reply: 'Ok' })
  end(@CurrentSession() session: SessionInfo, @Param('id', new IdPipe('session_not_found')) id: string): Promise<void> {
    return this.sessions.endOne(session.userId, id);
  }

  /** Ends every session but the caller's own. */
  @Delete('sessions')
  @SignedIn()
  @Contract({ reply: 'Ok' })
  endOthers(@CurrentSession() session: SessionInfo): Promise<void> {
    return this.sessions.endOthers(session);
  }
}
