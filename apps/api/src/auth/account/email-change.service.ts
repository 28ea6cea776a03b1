import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  OUTSIDE_PROVIDERS,
  type ChangeEmailInput,
  type EmailChange,
  type EmailChangeAnswer,
  type EmailChangeInspected,
} from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import type { SessionInfo } from '../../platform/access/index.js';
import { Config } from '../../platform/config/index.js';
import { fail, failField, violates } from '../../platform/errors/index.js';
import type { RequestContext } from '../../platform/http/index.js';
import { RateLimits } from '../../platform/limits/index.js';
import { Mailer } from '../../mails/index.js';
import { MembersRepository } from '../../members/index.js';
import { verifyPassword } from '../../platform/security/index.js';
import { atLeast, Clock } from '../../platform/time/index.js';
import { AccountMails } from './account-mails.js';
import { AccountAudit } from './account-audit.js';
import { AccountsRepository, type Account } from './accounts.repository.js';
import { EmailChangesRepository, type EmailChangeSide } from './email-changes.repository.js';
import type { EmailChangeEntity } from './email-change.entity.js';
import { NEUTRAL_ANSWER_MS } from '../registration/neutral-answer.js';
import { isFresh, WAYS_WITHOUT_PROVIDER } from '../session/fresh-sign-in.js';
import { UnprovenAccess } from '../unproven-access.service.js';
import { UserTokensRepository } from './user-tokens.repository.js';

/** Ways of signing in that prove ownership of an account without a usable password. */
const PROVING_WAYS = [...OUTSIDE_PROVIDERS, ...WAYS_WITHOUT_PROVIDER];

/** Changes an account's address once both the old and the new one are confirmed (decisions 8). */
@Injectable()
export class EmailChangeService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly changes: EmailChangesRepository,
    private readonly tokens: UserTokensRepository,
    private readonly members: MembersRepository,
    private readonly unproven: UnprovenAccess,
    private readonly audit: AccountAudit,
    private readonly mails: AccountMails,
    private readonly mailer: Mailer,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** The account's pending change, or null. */
  async find({ userId }: SessionInfo): Promise<EmailChange | null> {
    const change = await this.changes.findOf(userId);
    return change === null ? null : toView(change);
  }

  /**
   * Mails a token to each address. Neither the response nor its duration reveals whether the new address has an
   * account.
   * @throws ApiError `demo_restricted`, `email_unverified`, `reauthentication_required`, `rate_limited`,
   *   `validation_failed` for `currentPassword` and `email`
   */
  async request(input: ChangeEmailInput, session: SessionInfo, context: RequestContext): Promise<EmailChange> {
    if (session.isDemo) fail('demo_restricted');
    if (!session.verified) fail('email_unverified');
    await this.limits.consume('LOGIN', `session:${session.userId}`, context);
    const account = (await this.accounts.findById(session.userId)) ?? fail('unauthenticated');
    await this.requireOwner(account, input, session);
    if (input.email === account.email) failField('email', 'email_unchanged');
    await this.limits.consume('ADDRESS_MAILS', `email-change:${account.id}`, context);
    return atLeast(NEUTRAL_ANSWER_MS, this.begin(account, input.email));
  }

  /** Cancels the pending change, if there is one. */
  async cancel({ userId }: SessionInfo): Promise<void> {
    await this.source.transaction(async (tx) => {
      await this.accounts.lock(userId, tx);
      await this.changes.end(userId, tx);
    });
  }

  /** What a mailed token is about; does not use it. @throws ApiError `token_invalid` */
  async inspect(token: string): Promise<EmailChangeInspected> {
    const { change, side } = (await this.changes.findByToken(token)) ?? fail('token_invalid');
    const { email: from } = (await this.accounts.findById(change.userId)) ?? fail('token_invalid');
    return { from, to: change.newEmail, side };
  }

  /**
   * Confirms the address to which the token was mailed; once both are confirmed, the account's address changes. With
   * `reject` the change is cancelled.
   * @returns whether the address has changed.
   */
  async answer({ token, reject }: EmailChangeAnswer): Promise<boolean> {
    try {
      return await this.source.transaction(async (tx) => {
        const found = (await this.changes.findByToken(token, tx)) ?? fail('token_invalid');
        const { userId } = found.change;
        await this.accounts.lock(userId, tx);
        // Read again under the lock: in the meantime the token may have been used or the change cancelled.
        const { change, side } = (await this.changes.findByToken(token, tx)) ?? fail('token_invalid');
        if (reject === true) {
          await this.changes.end(userId, tx);
          return false;
        }
        const areBothConfirmed = await this.changes.confirm(change, side, tx);
        if (areBothConfirmed) await this.change(change, tx);
        return areBothConfirmed;
      });
    } catch (error) {
      // An account with the new address was created in the meantime, so this change is no longer possible.
      if (!violates(error, 'users_email_key')) throw error;
      return fail('token_invalid');
    }
  }

  /** Requires the current password; an account without one must have signed in recently by another proving way. */
  private async requireOwner(account: Account, input: ChangeEmailInput, session: SessionInfo): Promise<void> {
    if (account.passwordHash !== null && this.config.passwords) {
      const isRight = await verifyPassword(account.passwordHash, input.currentPassword ?? '');
      if (!isRight) failField('currentPassword', 'password_wrong');
    } else if (!isFresh(session, PROVING_WAYS, this.clock.now())) fail('reauthentication_required');
  }

  private async begin(account: Account, newEmail: string): Promise<EmailChange> {
    // Counted before any lookup, so that the response time does not reveal whether an account exists.
    const mayMail = (await this.limits.tryConsume('ADDRESS_MAILS', `email-change:${newEmail}`)) === null;
    return this.source.transaction(async (tx) => {
      await this.accounts.lock(account.id, tx);
      const tokens = await this.changes.begin(account.id, newEmail, tx);
      const facts = { from: account.email, to: newEmail };
      await this.mail('old', account.email, tokens.old, facts, tx);
      // If the new address already has an account, its token is not mailed and the change stays pending until it
      // expires.
      if (mayMail && (await this.accounts.findByEmail(newEmail, tx)) === null)
        await this.mail('new', newEmail, tokens.new, facts, tx);
      else if (mayMail) await this.mails.existingAccount(newEmail, tx);
      return toView((await this.changes.findOf(account.id, tx)) ?? fail('unauthenticated'));
    });
  }

  private async change({ userId, newEmail }: EmailChangeEntity, tx: EntityManager): Promise<void> {
    const { email: from } = (await this.accounts.findById(userId, tx)) ?? fail('token_invalid');
    await this.changes.end(userId, tx);
    await this.accounts.changeEmail(userId, newEmail, this.clock.date(), tx);
    await this.members.closeInvitations(userId, tx);
    // Tokens mailed to the former address must no longer give access to the account.
    await this.tokens.revokeAll(userId, 'reset_password', tx);
    await this.tokens.revokeAll(userId, 'verify_email', tx);
    await this.audit.record(userId, 'email_changed', { from, to: newEmail }, tx);
    const accountUrl = `${this.config.publicOrigin}/account`;
    for (const to of [from, newEmail]) {
      await this.mailer.enqueue({ kind: 'email_changed', to, from, newEmail, accountUrl }, tx);
    }
    await this.unproven.removeOfOperator({ id: userId, email: newEmail }, tx);
  }

  private async mail(
    side: EmailChangeSide,
    to: string,
    token: string,
    addresses: { from: string; to: string },
    tx: EntityManager,
  ): Promise<void> {
    const url = `${this.config.publicOrigin}/verify-email/change?token=${token}`;
    await this.mailer.enqueue(
      { kind: 'email_change', to, side, from: addresses.from, newEmail: addresses.to, url },
      tx,
    );
  }
}

function toView({ newEmail, oldConfirmedAt, newConfirmedAt, createdAt, expiresAt }: EmailChangeEntity): EmailChange {
  return {
    email: newEmail,
    oldConfirmed: oldConfirmedAt !== null,
    newConfirmed: newConfirmedAt !== null,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
