import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  OUTSIDE_PROVIDERS,
  problem,
  type ChangePasswordInput,
  type ResetInput,
  type SignInWay,
} from '@signpost/contracts';
import type { DataSource } from 'typeorm';
import type { SessionInfo } from '../../platform/access/index.js';
import { Config } from '../../platform/config/index.js';
import { fail, failField } from '../../platform/errors/index.js';
import type { RequestContext } from '../../platform/http/index.js';
import { RateLimits } from '../../platform/limits/index.js';
import { Mailer } from '../../mails/index.js';
import { hashPassword, verifyPassword } from '../../platform/security/index.js';
import { atLeast, Clock } from '../../platform/time/index.js';
import { AccountAudit } from '../account/account-audit.js';
import { AccountsRepository, type Account } from '../account/accounts.repository.js';
import { NEUTRAL_ANSWER_MS } from '../registration/neutral-answer.js';
import { PasswordValidator } from './password-validator.js';
import { SessionsRepository } from '../session/sessions.repository.js';
import { UserTokensRepository } from '../account/user-tokens.repository.js';
import { EmailChangesRepository } from '../account/email-changes.repository.js';
import { IdentitiesRepository } from '../oidc/identities.repository.js';
import { isFresh, WAYS_WITHOUT_PROVIDER } from '../session/fresh-sign-in.js';

/** Forgotten passwords, resets and changes. */
@Injectable()
export class PasswordsService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly identities: IdentitiesRepository,
    private readonly tokens: UserTokensRepository,
    private readonly validator: PasswordValidator,
    private readonly sessions: SessionsRepository,
    private readonly emailChanges: EmailChangesRepository,
    private readonly audit: AccountAudit,
    private readonly mailer: Mailer,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Sends a reset link if the address has an account. The response does not reveal whether it has one. */
  async forgot(email: string, context: RequestContext): Promise<void> {
    await this.limits.consume('FORGOT', context.client, context);
    await atLeast(NEUTRAL_ANSWER_MS, this.sendResetLink(email));
  }

  /**
   * Sets a new password with a mailed token, which also proves the address; ends every session. A refused password does
   * not consume the token.
   */
  async reset(input: ResetInput): Promise<void> {
    const owner = (await this.tokens.findOwner(input.token, 'reset_password')) ?? fail('token_invalid');
    const account = (await this.accounts.findById(owner)) ?? fail('token_invalid');
    await this.validator.requireStrong(input.password, account.email, { account: account.id });
    const hash = await hashPassword(input.password);
    await this.source.transaction(async (tx) => {
      // The lock serialises this with concurrent sign-ins and password changes: they either finish before, or find the
      // password changed.
      await this.accounts.lock(account.id, tx);
      if ((await this.tokens.consume(input.token, 'reset_password', tx)) === null) fail('token_invalid');
      await this.accounts.setPassword(account.id, account.email, { hash, isProven: true }, tx);
      await this.accounts.markVerified(account.id, this.clock.date(), tx);
      await this.tokens.revokeAll(account.id, 'verify_email', tx);
      await this.tokens.revokeAll(account.id, 'reset_password', tx);
      await this.emailChanges.end(account.id, tx);
      await this.sessions.endAllOf(account.id, tx);
      await this.audit.record(account.id, 'password_reset', {}, tx);
    });
  }

  /** Changes the password of a signed-in account, or gives it one; ends its other sessions and open reset links. */
  async change(input: ChangePasswordInput, session: SessionInfo, context: RequestContext): Promise<void> {
    if (session.isDemo) fail('demo_restricted');
    // The same number of attempts as for a sign-in, but counted separately: otherwise an attacker's sign-in attempts
    // would block the owner from changing the password.
    await this.limits.consume('LOGIN', `session:${session.userId}`, context);
    const account = (await this.accounts.findById(session.userId)) ?? fail('unauthenticated');
    const isOwner = await this.isOwner(account, input, session);
    const broken = await this.validator.refusal(input.newPassword, account.email, { account: account.id });
    const errors = [
      ...(isOwner ? [] : [problem('currentPassword', 'password_wrong')]),
      ...(broken === null ? [] : [problem('newPassword', broken)]),
    ];
    if (errors.length > 0) fail('validation_failed', { errors });
    const hash = await hashPassword(input.newPassword);
    await this.source.transaction(async (tx) => {
      if (!(await this.accounts.lockUnchanged(account, tx))) failField('currentPassword', 'password_wrong');
      const { verified } = (await this.accounts.findById(account.id, tx)) ?? fail('unauthenticated');
      await this.accounts.setPassword(account.id, account.email, { hash, isProven: verified }, tx);
      await this.tokens.revokeAll(account.id, 'reset_password', tx);
      await this.emailChanges.end(account.id, tx);
      await this.sessions.endOthersOf(account.id, session.sessionId, tx);
      if (account.passwordHash === null) {
        await this.audit.record(account.id, 'identity_connected', { provider: 'password' }, tx);
      } else {
        await this.audit.record(account.id, 'password_reset', { how: 'changed' }, tx);
      }
    });
  }

  /**
   * Requires the current password, or that an account without one has signed in recently, so that a stolen session
   * cannot set up lasting access.
   */
  private async isOwner(account: Account, input: ChangePasswordInput, session: SessionInfo): Promise<boolean> {
    if (account.passwordHash !== null) return verifyPassword(account.passwordHash, input.currentPassword ?? '');
    return isFresh(session, await this.provingWays(account.id), this.clock.now()) || fail('reauthentication_required');
  }

  /** Ways of signing in that allow a first password: by a connected provider; without one, what else signs in. */
  private async provingWays(userId: string): Promise<readonly SignInWay[]> {
    const identities = await this.identities.listOf(userId);
    return identities.length > 0 ? OUTSIDE_PROVIDERS : WAYS_WITHOUT_PROVIDER;
  }

  private async sendResetLink(email: string): Promise<void> {
    // Counted before any lookup, so that the response time does not reveal whether an account exists.
    if ((await this.limits.tryConsume('ADDRESS_MAILS', `forgot:${email}`)) !== null) return;
    const account = await this.accounts.findByEmail(email);
    if (account === null) return;
    await this.source.transaction(async (tx) => {
      const token = await this.tokens.issue(account.id, 'reset_password', tx);
      const url = `${this.config.publicOrigin}/reset-password?token=${token}`;
      await this.mailer.enqueue({ kind: 'password_reset', to: account.email, url }, tx);
    });
  }
}
