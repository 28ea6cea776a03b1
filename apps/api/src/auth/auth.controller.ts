import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { LoggedIn, Ok, Providers, Registered, Session } from '@signpost/contracts';
import type { Request, Response } from 'express';
import {
  clearSessionCookie,
  Context,
  MaybeSession,
  Public,
  readSessionToken,
  setSessionCookie,
  type SessionInfo,
} from '../platform/access/index.js';
import { Config } from '../platform/config/index.js';
import type { RequestContext } from '../platform/http/index.js';
import { Contract } from '../platform/openapi/index.js';
import { LoginDto, RegisterDto } from './auth.dto.js';
import { AuthService } from './auth.service.js';
import { SessionsService } from './sessions.service.js';

@Controller('api/auth')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly sessions: SessionsService,
    private readonly config: Config,
  ) {}

  @Get('providers')
  @Public()
  @Contract({ reply: 'Providers' })
  providers(): Promise<Providers> {
    return this.auth.providers();
  }

  @Get('session')
  @Public()
  @Contract({ reply: 'Session' })
  session(@MaybeSession() session: SessionInfo | null, @Context() context: RequestContext): Promise<Session> {
    return this.auth.session(session, context);
  }

  @Post('register')
  @Public()
  @Contract({ body: 'RegisterInput', reply: 'Registered' })
  async register(@Body() input: RegisterDto, @Res({ passthrough: true }) response: Response): Promise<Registered> {
    const { token, user } = await this.auth.setUp(input, { browser: 'Other', os: 'Other' });
    setSessionCookie(response, this.config, token);
    return { ok: true, user };
  }

  @Post('login')
  @Public()
  @Contract({ body: 'LoginInput', reply: 'LoggedIn' })
  async login(
    @Body() input: LoginDto,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LoggedIn> {
    const { token, user } = await this.auth.login(input, context, { browser: 'Other', os: 'Other' });
    setSessionCookie(response, this.config, token);
    return { ok: true, user };
  }

  @Post('logout')
  @Public()
  @Contract({ reply: 'Ok' })
  async logout(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<Ok> {
    const token = readSessionToken(request);
    if (token !== null) await this.sessions.end(token);
    clearSessionCookie(response, this.config);
    return { ok: true };
  }
}
