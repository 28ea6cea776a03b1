import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS, type RecoveryCodes, type SecondFactor, type SecondFactorSetup } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import type { SessionInfo } from '../../platform/access/index.js';
import { Config } from '../../platform/config/index.js';
import { fail, failField } from '../../platform/errors/index.js';
import { hashToken, SealedBox } from '../../platform/security/index.js';
import { Clock } from '../../platform/time/index.js';
import { SecurityNotices } from '../account/security-notices.js';
import { AccountsRepository } from '../account/accounts.repository.js';
import { authenticatorUri, newAuthenticatorSecret, stepOfCode } from './authenticator-codes.js';
import type { SecondFactorEntity } from './second-factor.entity.js';
import { SecondFactorsRepository } from './second-factors.repository.js';

/** Wrong codes allowed per account and minute. */
const TRIES = 5;
const TRIES_MS = 60_000;
/** Letters and digits that are not easily confused: 20 characters of 31 are about 99 bits. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** Result of checking a code. */
type Verdict =
  { readonly kind: 'totp' | 'recovery_code' | 'wrong' } | { readonly kind: 'wait'; readonly seconds: number };

/** Authenticator codes after the password, and recovery codes in their place. */
@Injectable()
export class SecondFactorService {
  private readonly box: SealedBox;

  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly factors: SecondFactorsRepository,
    private readonly notices: SecurityNotices,
    private readonly clock: Clock,
    config: Config,
  ) {
    this.box = new SealedBox(config.sessionSecret, 'second factor');
  }

  async read({ userId }: SessionInfo): Promise<SecondFactor> {
    const factor = await this.factors.find(userId);
    const enabled = factor !== null && factor.enabledAt !== null;
    return { enabled, recoveryCodesLeft: enabled ? await this.factors.countRecoveryCodes(userId) : 0 };
  }

  /**
   * Creates a secret for an app; it takes effect once a code of it has been entered.
   * @throws ApiError `demo_restricted`; `second_factor_enabled`; `email_unverified`, because an attacker who registered
   *   someone else's address would otherwise lock its owner out.
   */
  async setUp({ userId, email, isDemo, verified }: SessionInfo): Promise<SecondFactorSetup> {
    if (isDemo) fail('demo_restricted');
    if (!verified) fail('email_unverified');
    const secret = newAuthenticatorSecret();
    await this.source.transaction(async (tx) => {
      await this.accounts.lock(userId, tx);
      if (((await this.factors.lock(userId, tx))?.enabledAt ?? null) !== null) fail('second_factor_enabled');
      await this.factors.begin(userId, this.box.seal(secret, userId), tx);
    });
    return { secret, uri: authenticatorUri(secret, email) };
  }

  /** Enables the factor with a code of the app. @returns recovery codes, which are only shown once. */
  async enable({ userId }: SessionInfo, code: string): Promise<RecoveryCodes> {
    const recoveryCodes = Array.from({ length: LIMITS.recoveryCodes }, newRecoveryCode);
    await this.checked(userId, code, async (verdict, factor, tx) => {
      if (factor === null) failField('code', 'factor_not_set_up');
      if (factor.enabledAt !== null) fail('second_factor_enabled');
      if (verdict.kind !== 'totp') return;
      await this.factors.update(userId, { enabledAt: this.clock.date() }, tx);
      await this.factors.setRecoveryCodes(userId, recoveryCodes.map(hashOfRecoveryCode), tx);
      await this.notices.send(userId, 'second_factor_enabled', {}, tx);
    });
    return { recoveryCodes };
  }

  /** Disables the factor with a code of the app or a recovery code. */
  async disable({ userId }: SessionInfo, code: string): Promise<void> {
    await this.checked(userId, code, async (verdict, factor, tx) => {
      if (factor === null || factor.enabledAt === null) failField('code', 'factor_off');
      if (verdict.kind !== 'totp' && verdict.kind !== 'recovery_code') return;
      await this.factors.remove(userId, tx);
      await this.notices.send(userId, 'second_factor_disabled', {}, tx);
    });
  }

  /**
   * Checks and consumes the code that completes a sign-in.
   * @throws ApiError `wrong_code`, `rate_limited`
   */
  async confirm(userId: string, code: string): Promise<'totp' | 'recovery_code'> {
    const { verdict } = await this.source.transaction((tx) => this.check(userId, code, tx));
    if (verdict.kind === 'wait') fail('rate_limited', { retryAfter: verdict.seconds });
    if (verdict.kind === 'wrong') fail('wrong_code');
    return verdict.kind;
  }

  /** Checks a code on the account page, where a wrong one is a field error; it still counts against the limit. */
  private async checked(
    userId: string,
    code: string,
    act: (verdict: Verdict, factor: SecondFactorEntity | null, tx: EntityManager) => Promise<void>,
  ): Promise<void> {
    const verdict = await this.source.transaction(async (tx) => {
      const checked = await this.check(userId, code, tx);
      await act(checked.verdict, checked.factor, tx);
      return checked.verdict;
    });
    if (verdict.kind === 'wait') fail('rate_limited', { retryAfter: verdict.seconds });
    if (verdict.kind === 'wrong') failField('code', 'code_wrong');
  }

  /**
   * Runs under the lock of the factor's row, so that no code works twice and every attempt is counted across processes.
   */
  private async check(
    userId: string,
    given: string,
    tx: EntityManager,
  ): Promise<{ verdict: Verdict; factor: SecondFactorEntity | null }> {
    const factor = await this.factors.lock(userId, tx);
    if (factor === null) return { verdict: { kind: 'wrong' }, factor };
    const now = this.clock.now();
    const since = factor.failuresSince?.getTime() ?? 0;
    // A time far ahead was stored by a clock that has been corrected since.
    const failures = Math.abs(now - since) < TRIES_MS ? factor.failures : 0;
    if (failures >= TRIES) {
      return { verdict: { kind: 'wait', seconds: Math.max(1, Math.ceil((since + TRIES_MS - now) / 1000)) }, factor };
    }
    const kind = await this.kindOf(factor, given, now, tx);
    if (kind === 'wrong') {
      const values = { failures: failures + 1, failuresSince: failures === 0 ? new Date(now) : factor.failuresSince };
      await this.factors.update(userId, values, tx);
    }
    return { verdict: { kind }, factor };
  }

  private async kindOf(
    { userId, secret, lastStep, enabledAt }: SecondFactorEntity,
    given: string,
    now: number,
    tx: EntityManager,
  ): Promise<'totp' | 'recovery_code' | 'wrong'> {
    const code = given.replace(/\s/g, '');
    const step = stepOfCode(this.box.open(secret, userId), code, now);
    if (step !== null) {
      if (lastStep !== null && step <= Number(lastStep)) return 'wrong';
      await this.factors.update(userId, { lastStep: String(step) }, tx);
      return 'totp';
    }
    if (enabledAt === null) return 'wrong';
    if (!(await this.factors.useRecoveryCode(userId, hashOfRecoveryCode(given), new Date(now), tx))) return 'wrong';
    const left = await this.factors.countRecoveryCodes(userId, tx);
    await this.notices.send(userId, 'recovery_code_used', { left }, tx);
    return 'recovery_code';
  }
}

function newRecoveryCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** Case, spaces and hyphens are ignored. */
function hashOfRecoveryCode(code: string): Buffer {
  return hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ''));
}
