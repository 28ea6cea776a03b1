import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { LoggedIn, RecoveryCodes, SecondFactor, SecondFactorSetup } from '@signpost/contracts';
import type { Request, Response } from 'express';
import { CurrentSession, Public, SignedIn, type SessionInfo } from '../../platform/access/index.js';
import { Contract } from '../../platform/openapi/index.js';
import { CodeDto } from '../auth.dto.js';
import { SecondFactorService } from './second-factor.service.js';
import { SecondStepService } from './second-step.service.js';

/** Authenticator codes: enabling and disabling them, and completing a sign-in with one. */
@Controller('api/auth')
export class SecondFactorController {
  constructor(
    private readonly secondFactor: SecondFactorService,
    private readonly secondStep: SecondStepService,
  ) {}

  @Post('login/second-factor')
  @Public()
  @Contract({ body: 'CodeInput', reply: 'LoggedIn' })
  async finish(
    @Body() input: CodeDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LoggedIn> {
    return { ok: true, user: await this.secondStep.finish(input.code, request, response) };
  }

  @Get('second-factor')
  @SignedIn()
  @Contract({ reply: 'SecondFactor' })
  read(@CurrentSession() session: SessionInfo): Promise<SecondFactor> {
    return this.secondFactor.read(session);
  }

  @Post('second-factor/setup')
  @SignedIn()
  @Contract({ reply: 'SecondFactorSetup' })
  setUp(@CurrentSession() session: SessionInfo): Promise<SecondFactorSetup> {
    return this.secondFactor.setUp(session);
  }

  @Post('second-factor/enable')
  @SignedIn()
  @Contract({ body: 'CodeInput', reply: 'RecoveryCodes' })
  enable(@CurrentSession() session: SessionInfo, @Body() input: CodeDto): Promise<RecoveryCodes> {
    return this.secondFactor.enable(session, input.code);
  }

  @Post('second-factor/disable')
  @SignedIn()
  @Contract({ body: 'CodeInput', reply: 'Ok' })
  disable(@CurrentSession() session: SessionInfo, @Body() input: CodeDto): Promise<void> {
    return this.secondFactor.disable(session, input.code);
  }
}
