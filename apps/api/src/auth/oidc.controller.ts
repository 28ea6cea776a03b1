import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Public } from '../platform/access/index.js';
import { Contract } from '../platform/openapi/index.js';
import { OidcService } from './oidc.service.js';

/** Each route leaves for its provider, and is where the provider sends people back to. */
@Controller('api/auth')
export class OidcController {
  constructor(private readonly oidc: OidcService) {}

  @Get('google')
  @Public()
  @Contract({ query: ['next', 'code', 'state', 'error'], reply: 'text/html' })
  google(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.oidc.handle('google', request, response);
  }

  @Get('microsoft')
  @Public()
  @Contract({ query: ['next', 'code', 'state', 'error'], reply: 'text/html' })
  microsoft(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.oidc.handle('microsoft', request, response);
  }
}
