import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Public } from '../../platform/access/index.js';
import { CountedBy } from '../../platform/limits/index.js';
import { Contract, REDIRECT } from '../../platform/openapi/index.js';
import { OidcService } from './oidc.service.js';

const TEXT = { type: 'string' } as const;
/** Target after signing in, then the parameters of the provider's callback. */
const QUERY = { next: TEXT, code: TEXT, state: TEXT, error: TEXT };

/** Each route both redirects to its provider and is the callback to which the provider redirects. */
@Controller('api/auth')
export class OidcController {
  constructor(private readonly oidc: OidcService) {}

  @Get('google')
  @Public()
  @CountedBy('OIDC_START', 'LOGIN')
  @Contract({ query: QUERY, reply: REDIRECT })
  google(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.oidc.handle('google', request, response);
  }

  /** The organisation's own provider. */
  @Get('oidc')
  @Public()
  @CountedBy('OIDC_START', 'LOGIN')
  @Contract({ query: QUERY, reply: REDIRECT })
  company(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.oidc.handle('oidc', request, response);
  }

  @Get('microsoft')
  @Public()
  @CountedBy('OIDC_START', 'LOGIN')
  @Contract({ query: QUERY, reply: REDIRECT })
  microsoft(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.oidc.handle('microsoft', request, response);
  }
}
