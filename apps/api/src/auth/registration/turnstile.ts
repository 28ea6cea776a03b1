import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../../platform/config/index.js';
import { fail } from '../../platform/errors/index.js';

/** Longer than this counts as a failed check. */
const TIMEOUT_MS = 5000;

/** Cloudflare Turnstile, verified on the server. Off without keys. The visitor's address is not handed over. */
@Injectable()
export class Turnstile {
  private readonly logger = new Logger(Turnstile.name);

  constructor(private readonly config: Config) {}

  /**
   * Lets a person pass.
   * @throws ApiError `bot_check_failed` without a token, with a refused one, and when the verifier cannot be reached.
   */
  async requirePerson(token: string | null | undefined): Promise<void> {
    const { turnstile } = this.config;
    if (turnstile === null) return;
    if (token == null || !(await this.verify(turnstile, token))) fail('bot_check_failed');
  }

  private async verify(
    { secretKey, verifyUrl }: { secretKey: string; verifyUrl: string },
    token: string,
  ): Promise<boolean> {
    try {
      const response = await fetch(verifyUrl, {
        method: 'POST',
        body: new URLSearchParams({ secret: secretKey, response: token }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
      });
      const verdict: unknown = await response.json();
      return response.ok && (verdict as { success?: unknown } | null)?.success === true;
    } catch (error) {
      this.logger.warn(`the bot check could not be verified: ${error instanceof Error ? error.name : 'unknown error'}`);
      return false;
    }
  }
}
