import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { PublicLink, Unlocked } from '@signpost/contracts';
import type { Request, Response } from 'express';
import { Context, Public } from '../platform/access/index.js';
import { fail } from '../platform/errors/index.js';
import type { RequestContext } from '../platform/http/index.js';
import { CountedBy } from '../platform/limits/index.js';
import { Contract } from '../platform/openapi/index.js';
import { ReportService } from './report.service.js';
import { UnlockService } from './unlock.service.js';
import { PublicLinkDto, ReportDto, VerifyPasswordDto } from './visitor.dto.js';

@Controller('api')
export class VisitorController {
  constructor(
    private readonly unlocking: UnlockService,
    private readonly reports: ReportService,
  ) {}

  @Get('links/public/:slug')
  @Public()
  @Contract({ reply: 'PublicLink' })
  async find(
    @Param('slug') slug: string,
    @Query() _query: PublicLinkDto,
    @Context() context: RequestContext,
  ): Promise<PublicLink> {
    return (await this.unlocking.find(context.host, slug)) ?? this.refuse(context.client);
  }

  @Post('links/verify-password')
  @Public()
  @CountedBy('VERIFY_PASSWORD')
  @Contract({ body: 'VerifyPasswordInput', reply: 'Unlocked' })
  async verify(
    @Body() { slug, password, path = null }: VerifyPasswordDto,
    @Context() { host, client }: RequestContext,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Unlocked> {
    const unlocked = await this.unlocking.unlock({ request, host, client, slug, password, path });
    const { redirectTo, cookie } = unlocked ?? (await this.refuse(client));
    response.append('Set-Cookie', cookie);
    return { ok: true, redirectTo };
  }

  @Post('report')
  @Public()
  @CountedBy('REPORT')
  @Contract({ body: 'ReportInput', reply: 'Ok' })
  report(@Body() { slug, reason }: ReportDto, @Context() { host, client }: RequestContext): Promise<void> {
    return this.reports.report(host, client, slug, reason);
  }

  private async refuse(client: string): Promise<never> {
    const retryAfter = await this.unlocking.countMiss(client);
    if (retryAfter !== null) fail('rate_limited', { retryAfter });
    fail('link_not_found');
  }
}
