import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { RuleName } from '@signpost/contracts';
import { isRefused, passwordVerdict, type RefusedPassword } from '@signpost/domain';
import { fail, failField } from '../../platform/errors/index.js';
import { BackgroundThread } from '../../platform/work/index.js';
import type { PasswordToScore } from './password-score.worker.js';

const REFUSALS: Readonly<Record<RefusedPassword, RuleName>> = {
  short: 'password_short',
  long: 'password_long',
  address: 'password_address',
  weak: 'password_weak',
  almost: 'password_weak',
};

/**
 * Maximum queue length, a few seconds of work. The last places are reserved for clients who proved ownership of an
 * account.
 */
const MOST_WAITING = { ofClients: 100, ofAll: 125 };
/**
 * Maximum queue length per client: no client can fill the queue alone, but people in one office share an IP address.
 */
const MOST_OF_ONE = 25;
const BUSY_S = 5;

/** Who requests a check: an unauthenticated client, or a proven owner of an account. */
export type PasswordClient = { readonly client: string } | { readonly account: string };

/**
 * Checks new passwords in a worker thread that only exists while there is work: the dictionaries take 40 MB, their
 * first use a third of a second and each password up to 0.1 s, which would delay every redirect of the process.
 */
@Injectable()
export class PasswordValidator implements OnApplicationShutdown {
  private readonly thread = new BackgroundThread<PasswordToScore, number>(
    new URL('./password-score.worker.js', import.meta.url),
    () => import('./password-score.worker.js'),
  );
  private readonly waiting = new Map<string, number>();

  /** Refuses a new password that breaks the rules with 422 on `field`. @see refusal */
  async requireStrong(password: string, email: string, asker: PasswordClient, field = 'password'): Promise<void> {
    const broken = await this.refusal(password, email, asker);
    if (broken !== null) failField(field, broken);
  }

  /**
   * The rule that a new password violates; null for an acceptable one.
   * @param asker for limiting the queue per client.
   * @throws ApiError `rate_limited` when the queue is full, in total or for this client.
   */
  async refusal(password: string, email: string, asker: PasswordClient): Promise<RuleName | null> {
    const most = 'account' in asker ? MOST_WAITING.ofAll : MOST_WAITING.ofClients;
    const key = 'account' in asker ? `account ${asker.account}` : `client ${asker.client}`;
    const score = await this.inTurn(key, () =>
      this.thread.run({ password, email }, (waiting) => {
        if (waiting >= most) fail('rate_limited', { retryAfter: BUSY_S });
      }),
    );
    const verdict = passwordVerdict(password, email, score);
    return isRefused(verdict) ? REFUSALS[verdict] : null;
  }

  /** Stops the thread; queued checks are rejected with an error. */
  onApplicationShutdown(): Promise<void> {
    return this.thread.close();
  }

  private async inTurn<T>(asker: string, check: () => Promise<T>): Promise<T> {
    const before = this.waiting.get(asker) ?? 0;
    if (before >= MOST_OF_ONE) fail('rate_limited', { retryAfter: BUSY_S });
    this.waiting.set(asker, before + 1);
    try {
      return await check();
    } finally {
      const left = (this.waiting.get(asker) ?? 1) - 1;
      if (left > 0) this.waiting.set(asker, left);
      else this.waiting.delete(asker);
    }
  }
}
