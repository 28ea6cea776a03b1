import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import type { Demo } from '@signpost/contracts';
import type { Request, Response } from 'express';
import { SignInService } from '../auth/index.js';
import { Public } from '../platform/access/index.js';
import { Config } from '../platform/config/index.js';
import { CountedBy } from '../platform/limits/index.js';
import { Contract } from '../platform/openapi/index.js';
import { readDemoTokens, setDemoCookie } from './demo-cookie.js';
import { DemoDto } from './demo.dto.js';
import { DemoService } from './demo.service.js';

@Controller('api/auth')
export class DemoController {
  constructor(
    private readonly demos: DemoService,
    private readonly signIn: SignInService,
    private readonly config: Config,
  ) {}

  /** 201 for a new demo, 200 for the browser's existing one. */
  @Post('demo')
  @Public()
  @CountedBy('DEMO')
  @Contract({ body: 'DemoInput', reply: 'Demo', status: 201, alsoStatus: 200 })
  async enter(
    @Body() input: DemoDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Demo> {
    const demo = await this.demos.enter(input, readDemoTokens(request), request.context);
    await this.signIn.enter(demo.account, 'demo', request, response);
    if (demo.demoToken !== null) setDemoCookie(response, this.config, demo.demoToken);
    response.status(demo.isNew ? 201 : 200);
    return { url: demo.url };
  }
}
