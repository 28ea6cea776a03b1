import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Public } from '../../platform/access/index.js';
import { Contract, REDIRECT } from '../../platform/openapi/index.js';
import { HandOverQueryDto } from '../auth.dto.js';
import { SignInLinkService } from './sign-in-link.service.js';

/** Where a one-time link of the command line leads. */
@Controller('api/auth')
export class SignInLinkController {
  constructor(private readonly links: SignInLinkService) {}

  /** Leads to the dashboard, or to the sign-in page that says why not. */
  @Get('sign-in-link')
  @Public()
  @Contract({ query: HandOverQueryDto, reply: REDIRECT })
  async enter(@Query() { token }: HandOverQueryDto, @Req() request: Request, @Res() response: Response): Promise<void> {
    const entered = await this.links.enter(token, request, response);
    response.redirect(302, entered ? '/' : '/login?error=token_invalid');
  }
}
