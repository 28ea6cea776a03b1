import { Body, Controller, Delete, Get, Param, Patch, Post, Req, Res } from '@nestjs/common';
import type { LoggedIn, Passkey, PasskeyList, PasskeyOptions } from '@signpost/contracts';
import type { Request, Response } from 'express';
import { CurrentSession, Public, SignedIn, type SessionInfo } from '../../platform/access/index.js';
import { CountedBy } from '../../platform/limits/index.js';
import { Contract } from '../../platform/openapi/index.js';
import { IdPipe } from '../../platform/validation/index.js';
import { CreatePasskeyDto, PasskeySignInDto, RenamePasskeyDto } from '../auth.dto.js';
import { PasskeysService } from './passkeys.service.js';

/** Passkeys of an account, and signing in with one. */
@Controller('api/auth/passkeys')
export class PasskeysController {
  constructor(private readonly passkeys: PasskeysService) {}

  @Post('sign-in/options')
  @Public()
  @Contract({ reply: 'PasskeyOptions' })
  beginSignIn(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<PasskeyOptions> {
    return this.passkeys.beginSignIn(request, response);
  }

  @Post('sign-in')
  @Public()
  @CountedBy('LOGIN')
  @Contract({ body: 'PasskeySignInInput', reply: 'LoggedIn' })
  async signIn(
    @Body() input: PasskeySignInDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LoggedIn> {
    return { ok: true, user: await this.passkeys.finishSignIn(input.response, request, response) };
  }

  @Post('options')
  @SignedIn()
  @Contract({ reply: 'PasskeyOptions' })
  beginAdding(
    @CurrentSession() session: SessionInfo,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PasskeyOptions> {
    return this.passkeys.beginAdding(session, request, response);
  }

  @Post()
  @SignedIn()
  @Contract({ body: 'CreatePasskeyInput', reply: 'Passkey', status: 201 })
  add(
    @Body() input: CreatePasskeyDto,
    @CurrentSession() session: SessionInfo,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Passkey> {
    return this.passkeys.add(input, session, request, response);
  }

  @Get()
  @SignedIn()
  @Contract({ reply: 'PasskeyList' })
  list(@CurrentSession() session: SessionInfo): Promise<PasskeyList> {
    return this.passkeys.list(session);
  }

  @Patch(':id')
  @SignedIn()
  @Contract({ body: 'RenamePasskeyInput', reply: 'Passkey' })
  rename(
    @CurrentSession() session: SessionInfo,
    @Param('id', new IdPipe('passkey_not_found')) id: string,
    @Body() input: RenamePasskeyDto,
  ): Promise<Passkey> {
    return this.passkeys.rename(session, id, input.name);
  }

  @Delete(':id')
  @SignedIn()
  @Contract({ reply: 'Ok' })
  remove(
    @CurrentSession() session: SessionInfo,
    @Param('id', new IdPipe('passkey_not_found')) id: string,
  ): Promise<void> {
    return this.passkeys.remove(session, id);
  }
}
