import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Public } from '../../platform/access/index.js';
import { Contract, REDIRECT } from '../../platform/openapi/index.js';
import { HandOverQueryDto } from '../auth.dto.js';
import { SignInLinkService } from './sign-in-link.service.js';

/** Target of one-time sign-in links created on the command line. */
@Controller('api/auth')
export class SignInLinkController {
  constructor(private readonly links: SignInLinkService) {}

  /** Redirects to the dashboard, or to the sign-in page with the error. */
  @Get('sign-in-link')
  @Public()
  @Contract({ reply: REDIRECT })
  async enter(@Query() { token }: HandOverQueryDto, @Req() request: Request, @Res() response: Response): Promise<void> {
    const outcome = await this.links.enter(token, request, response);
    if (outcome === 'ahead') {
      // As for links: browsers would use a redirect loaded ahead for the later click, but repeat the request after this status.
      response.status(503).end();
      return;
    }
    response.redirect(302, outcome === 'entered' ? '/' : '/login?error=token_invalid');
  }
}
