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

/** Passwords that wait for their turn: some seconds of work. The last places are kept for people with an account. */
const MOST_WAITING = { ofClients: 100, ofAll: 125 };
/** Of one client: nobody is to fill the queue alone, and people of one office share an address. */
const MOST_OF_ONE = 25;
const BUSY_S = 5;

/** Who has a password checked: anybody, or whoever has proven to be the owner of an account. */
export type PasswordAsker = { readonly client: string } | { readonly account: string };

/**
 * Checks new passwords, in a thread that is there only while there are some: the dictionaries take 40 MB, their first use a
 * third of a second and a password up to a tenth, which every redirect of the process would wait for.
 */
@Injectable()
export class PasswordValidator implements OnApplicationShutdown {
  private readonly thread = new BackgroundThread<PasswordToScore, number>(
    new URL('./password-score.worker.js', import.meta.url),
    () => import('./password-score.worker.js'),
  );
  private readonly waiting = new Map<string, number>();

  /** Refuses a new password that breaks the rules with 422 on `field`. @see refusal */
  async requireStrong(password: string, email: string, asker: PasswordAsker, field = 'password'): Promise<void> {
    const broken = await this.refusal(password, email, asker);
    if (broken !== null) failField(field, broken);
  }

  /**
   * The rule that a new password breaks; null for a good one.
   * @param asker for a fair share of the turns.
   * @throws ApiError `rate_limited` while more are waiting than can be checked soon, or too many of this asker's.
   */
  async refusal(password: string, email: string, asker: PasswordAsker): Promise<RuleName | null> {
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

  /** Ends the thread; passwords that wait for it are refused with an error. */
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
