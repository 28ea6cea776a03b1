import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import type { EmailChange, EmailChangeConfirmed, EmailChangeInspected, PendingEmailChange } from '@signpost/contracts';
import { Context, CurrentSession, Public, SignedIn, type SessionInfo } from '../../platform/access/index.js';
import type { RequestContext } from '../../platform/http/index.js';
import { CountedBy } from '../../platform/limits/index.js';
import { Contract } from '../../platform/openapi/index.js';
import { ChangeEmailDto, EmailChangeAnswerDto, TokenDto } from '../auth.dto.js';
import { EmailChangeService } from './email-change.service.js';

/** Changing the caller's mail address. */
@Controller('api/auth/email-change')
export class EmailChangeController {
  constructor(private readonly changes: EmailChangeService) {}

  @Get()
  @SignedIn()
  @Contract({ reply: 'PendingEmailChange' })
  async find(@CurrentSession() session: SessionInfo): Promise<PendingEmailChange> {
    return { change: await this.changes.find(session) };
  }

  @Post()
  @SignedIn()
  @CountedBy('LOGIN', 'ADDRESS_MAILS')
  @Contract({ body: 'ChangeEmailInput', reply: 'EmailChange' })
  request(
    @Body() input: ChangeEmailDto,
    @CurrentSession() session: SessionInfo,
    @Context() context: RequestContext,
  ): Promise<EmailChange> {
    return this.changes.request(input, session, context);
  }

  @Delete()
  @SignedIn()
  @Contract({ reply: 'Ok' })
  cancel(@CurrentSession() session: SessionInfo): Promise<void> {
    return this.changes.cancel(session);
  }

  @Post('inspect')
  @Public()
  @Contract({ body: 'TokenInput', reply: 'EmailChangeInspected' })
  inspect(@Body() input: TokenDto): Promise<EmailChangeInspected> {
    return this.changes.inspect(input.token);
  }

  @Post('confirm')
  @Public()
  @Contract({ body: 'EmailChangeAnswer', reply: 'EmailChangeConfirmed' })
  async confirm(@Body() input: EmailChangeAnswerDto): Promise<EmailChangeConfirmed> {
    return { ok: true, changed: await this.changes.answer(input) };
  }
}
