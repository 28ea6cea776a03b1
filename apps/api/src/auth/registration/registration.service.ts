import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { problem, type RegisterInput, type RegistrationState } from '@signpost/contracts';
import { workspaceSlugFromName } from '@signpost/domain';
import type { DataSource, EntityManager } from 'typeorm';
import { InvitationsService } from '../../invitations/index.js';
import { Config } from '../../platform/config/index.js';
import { execute } from '../../platform/database/index.js';
import { fail, failField, violates } from '../../platform/errors/index.js';
import type { Language, RequestContext } from '../../platform/http/index.js';
import { RateLimits } from '../../platform/limits/index.js';
import { hashPassword } from '../../platform/security/index.js';
import { formProblems } from '../../platform/validation/index.js';
import { atLeast, Clock } from '../../platform/time/index.js';
import { WorkspacesService } from '../../workspaces/index.js';
import { AccountMails } from '../account/account-mails.js';
import { AccountsRepository, type Account } from '../account/accounts.repository.js';
import { NEUTRAL_ANSWER_MS } from './neutral-answer.js';
import { PasswordValidator } from '../password/password-validator.js';
import { SetupCode } from './setup-code.js';
import { Turnstile } from './turnstile.js';

/** Default name of the workspace that single mode starts with. */
const FIRST_WORKSPACE = 'My workspace';

/** Registration of accounts, by the state of the instance (decisions 8). */
@Injectable()
export class RegistrationService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly validator: PasswordValidator,
    private readonly invitations: InvitationsService,
    private readonly workspaces: WorkspacesService,
    private readonly setupCode: SetupCode,
    private readonly turnstile: Turnstile,
    private readonly mails: AccountMails,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** `setup` until the first account exists, then the configured state. */
  async state(): Promise<RegistrationState> {
    return (await this.accounts.hasAny()) ? this.config.registration : 'setup';
  }

  /**
   * Registers an account by the rules of the state. A weak password does not count against the client's registration
   * limit, a failed bot check does.
   * @returns the account to sign in, or null when the response must not reveal whether the address was known.
   */
  async register(input: RegisterInput, context: RequestContext): Promise<Account | null> {
    // Checked first, because password checks share one queue: clients over the limit and bots must not occupy it.
    await this.limits.requireRoom('REGISTER', context.client, context);
    await this.requirePerson(input, context);
    await this.requireGood(input, context);
    await this.limits.consume('REGISTER', context.client, context);
    const state = await this.state();
    switch (state) {
      case 'setup':
        return this.setUp(input);
      case 'closed':
        return fail('not_found');
      case 'invite':
        return this.registerInvited(input, input.invitationToken ?? fail('invitation_required'));
      case 'open':
        if (input.invitationToken != null) return this.registerInvited(input, input.invitationToken);
        await atLeast(NEUTRAL_ANSWER_MS, this.registerOpenly(input, context.language));
        return null;
    }
  }

  /** Reports invalid fields and a weak password in one response. */
  private async requireGood(input: RegisterInput, { client }: RequestContext): Promise<void> {
    const errors = formProblems(input);
    // Invalid fields have been removed from the input.
    const given: Partial<RegisterInput> = { ...input };
    const broken =
      given.password === undefined ? null : await this.validator.refusal(given.password, given.email ?? '', { client });
    if (broken !== null) errors.push(problem('password', broken));
    if (errors.length > 0) fail('validation_failed', { errors });
  }

  /** Requires that an address verified by a provider may register without a password. */
  async requireOpenFor(email: string): Promise<void> {
    switch (await this.state()) {
      case 'open':
        return;
      case 'invite':
        if (!(await this.invitations.hasOpenFor(email))) fail('invitation_required');
        return;
      // The first account must use the setup form of the instance instead of a provider.
      case 'setup':
      case 'closed':
        fail('registration_closed');
    }
  }

  /** Failed bot checks count against the limit, because each one sends a request to an external server. */
  private async requirePerson({ turnstileToken }: RegisterInput, context: RequestContext): Promise<void> {
    try {
      await this.turnstile.requirePerson(turnstileToken);
    } catch (refused) {
      await this.limits.consume('REGISTER', context.client, context);
      throw refused;
    }
  }

  /** The first account: verified, and in single mode the owner of the workspace. */
  private async setUp(input: RegisterInput): Promise<Account> {
    if (this.setupCode.isNeeded && (input.setupCode == null || !this.setupCode.matches(input.setupCode))) {
      fail('setup_code_required');
    }
    const passwordHash = await hashPassword(input.password);
    return this.source.transaction(async (tx) => {
      // Of two concurrent first registrations, one sets up the instance and the other gets `conflict`.
      await execute(tx, `SELECT pg_advisory_xact_lock(hashtext('signpost-setup'))`);
      if (await this.accounts.hasAny(tx)) fail('conflict');
      const account = await this.insertVerified(input.email, passwordHash, tx);
      if (this.config.mode === 'single') {
        const name = input.workspaceName ?? FIRST_WORKSPACE;
        const slug = workspaceSlugFromName(name);
        const made = await this.workspaces.createWithOwner({ slug, name, linkPrefix: null }, account.id, tx);
        if (made === null) fail('workspace_slug_taken');
      }
      return account;
    });
  }

  /** The token was mailed to the address, so the account is verified from the start. */
  private async registerInvited(input: RegisterInput, token: string): Promise<Account> {
    const invitation = (await this.invitations.findOpen(token)) ?? fail('token_invalid');
    if (invitation.email !== input.email) fail('invitation_mismatch');
    const passwordHash = await hashPassword(input.password);
    try {
      return await this.source.transaction((tx) => this.insertVerified(input.email, passwordHash, tx));
    } catch (error) {
      if (!violates(error, 'users_email_key')) throw error;
      return failField('email', 'account_exists');
    }
  }

  private async insertVerified(email: string, passwordHash: string, tx: EntityManager): Promise<Account> {
    const account = await this.accounts.insert(email, this.clock.date(), tx);
    await this.accounts.setPassword(account.id, email, { hash: passwordHash, isProven: true }, tx);
    return { ...account, passwordHash };
  }

  /**
   * Responds identically, after the same work, whether or not the address is known; the mail tells its owner which it
   * was.
   */
  private async registerOpenly(input: RegisterInput, language: Language): Promise<void> {
    // Beyond the mail limit of an address the account is still created; its owner can request another mail later.
    const maySend = (await this.limits.tryConsume('ADDRESS_MAILS', `register:${input.email}`)) === null;
    const passwordHash = await hashPassword(input.password);
    const mailExisting = async (): Promise<void> => {
      if (maySend) await this.mails.existingAccount(input.email, this.source.manager);
    };
    if ((await this.accounts.findByEmail(input.email)) !== null) return mailExisting();
    try {
      await this.source.transaction(async (tx) => {
        const account = await this.accounts.insert(input.email, null, tx, language);
        await this.accounts.setPassword(account.id, input.email, { hash: passwordHash, isProven: false }, tx);
        if (maySend) await this.mails.verification(account, tx);
      });
    } catch (error) {
      if (!violates(error, 'users_email_key')) throw error;
      await mailExisting();
    }
  }
}
