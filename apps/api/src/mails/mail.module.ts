import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailEntity } from './mail.entity.js';
import { MailCipher } from './mail-cipher.js';
import { MailHealth } from './mail-health.js';
import { MailQueue } from './mail-queue.js';
import { MailTransport } from './mail-transport.js';
import { Mailer } from './mailer.js';

/** Global, because several domains send mail. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([MailEntity])],
  providers: [Mailer, MailHealth, MailQueue, MailCipher, MailTransport],
  exports: [Mailer, MailHealth, MailQueue],
})
export class MailModule {}
