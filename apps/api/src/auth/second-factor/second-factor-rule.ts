import { Injectable } from '@nestjs/common';
import { OUTSIDE_PROVIDERS } from '@signpost/contracts';
import type { CurrentWorkspace, SessionInfo } from '../../platform/access/index.js';
import { SecondFactorsRepository } from './second-factors.repository.js';

/** Decides which members lack the second factor that their workspace requires. */
@Injectable()
export class SecondFactorRule {
  constructor(private readonly factors: SecondFactorsRepository) {}

  /**
   * Whether the workspace requires a second factor and the account has neither an authenticator app nor a passkey.
   * Sessions started with an external provider are exempt, because the provider applies its own rules.
   */
  async isMissing(session: SessionInfo, workspace: CurrentWorkspace): Promise<boolean> {
    if (!workspace.requireSecondFactor || OUTSIDE_PROVIDERS.some((provider) => provider === session.way)) return false;
    const { totp, passkey } = await this.factors.factorsOf(session.userId);
    return !totp && !passkey;
  }
}
