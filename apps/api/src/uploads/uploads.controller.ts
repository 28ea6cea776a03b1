import { Controller, Delete, Get, Param, Post, Res, UploadedFile, UseInterceptors } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { LIMITS, type Logo } from '@signpost/contracts';
import type { Response } from 'express';
import { CurrentMember, Public, Requires, type Member } from '../platform/access/index.js';
import { ReceivesFile } from '../platform/http/index.js';
import { LimitedPerMember } from '../platform/limits/index.js';
import { Contract } from '../platform/openapi/index.js';
import { LogosService } from './logos.service.js';
import { UploadsService } from './uploads.service.js';

@Controller()
export class UploadsController {
  constructor(
    private readonly logos: LogosService,
    private readonly uploads: UploadsService,
  ) {}

  @Post('api/workspaces/logo')
  @Requires('workspace.manage')
  @LimitedPerMember('LOGO')
  @UseInterceptors(ReceivesFile(LIMITS.logoBytes))
  @Contract({ file: 'The picture: PNG, JPEG, GIF or WebP, at most 2 MB.', reply: 'Logo' })
  replaceLogo(@CurrentMember() member: Member, @UploadedFile() file: Express.Multer.File): Promise<Logo> {
    return this.logos.replace(member, file.buffer);
  }

  @Delete('api/workspaces/logo')
  @Requires('workspace.manage')
  @Contract({ reply: 'Ok' })
  removeLogo(@CurrentMember() member: Member): Promise<void> {
    return this.logos.remove(member);
  }

  @Get('uploads/*path')
  @Public()
  // Nest represents a path of several segments as an array, for which the OpenAPI document has no parameter type.
  @ApiParam({ name: 'path', type: String })
  @Contract({ reply: 'image/png' })
  serve(@Param('path') path: string | string[], @Res() response: Response): Promise<void> {
    return this.uploads.serve(Array.isArray(path) ? path.join('/') : path, response);
  }
}
