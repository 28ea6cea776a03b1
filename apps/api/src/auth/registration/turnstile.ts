import { Injectable, Logger } from '@nestjs/common';
import { Config } from '../../platform/config/index.js';
import { fail, reasonOf } from '../../platform/errors/index.js';

/** Timeout in milliseconds, after which the check counts as failed. */
const TIMEOUT_MS = 5000;

/** Cloudflare Turnstile, verified on the server; disabled without keys. The visitor's IP address is not sent. */
@Injectable()
export class Turnstile {
  private readonly logger = new Logger(Turnstile.name);

  constructor(private readonly config: Config) {}

  /**
   * Requires a valid token when Turnstile is configured.
   * @throws ApiError `bot_check_failed` for a missing or rejected token, and when the verifier cannot be reached.
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
      this.logger.warn(`The bot check could not be verified: ${reasonOf(error)}`);
      return false;
    }
  }
}
