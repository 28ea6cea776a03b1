import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { HandOver } from '@signpost/contracts';
import type { Request, Response } from 'express';
import { Context, CurrentSession, Public, SignedIn, type SessionInfo } from '../../platform/access/index.js';
import type { RequestContext } from '../../platform/http/index.js';
import { CountedBy } from '../../platform/limits/index.js';
import { Contract, REDIRECT } from '../../platform/openapi/index.js';
import { HandOverDto, HandOverQueryDto } from '../auth.dto.js';
import { HandOverService } from './hand-over.service.js';

/** Hands a session over to another host where browsers share no cookie between hosts. */
@Controller('api/auth/hand-over')
export class HandOverController {
  constructor(private readonly handOver: HandOverService) {}

  @Post()
  @SignedIn()
  @CountedBy('LOGIN')
  @Contract({ body: 'HandOverInput', reply: 'HandOver' })
  offer(
    @Body() input: HandOverDto,
    @CurrentSession() session: SessionInfo,
    @Context() context: RequestContext,
  ): Promise<HandOver> {
    return this.handOver.offer(input, session, context);
  }

  /** Always redirects to the dashboard, which shows the sign-in page if there is no session. */
  @Get()
  @Public()
  @Contract({ reply: REDIRECT })
  async accept(
    @Query() { token }: HandOverQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.handOver.accept(token, request, response);
    response.redirect(302, '/');
  }
}
