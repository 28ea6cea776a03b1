import { Injectable } from '@nestjs/common';
import { OUTSIDE_PROVIDERS } from '@signpost/contracts';
import type { CurrentWorkspace, SessionInfo } from '../../platform/access/index.js';
import { SecondFactorsRepository } from './second-factors.repository.js';

/** Which members a workspace keeps out that asks for a second factor. */
@Injectable()
export class SecondFactorRule {
  constructor(private readonly factors: SecondFactorsRepository) {}

  /**
   * Whether an account has neither codes of an app nor a passkey, in a workspace that asks for one. Who has signed in with a
   * provider has done there what the provider asks for.
   */
  async isMissing(session: SessionInfo, workspace: CurrentWorkspace): Promise<boolean> {
    if (!workspace.requireSecondFactor || OUTSIDE_PROVIDERS.some((provider) => provider === session.way)) return false;
    const { totp, passkey } = await this.factors.factorsOf(session.userId);
    return !totp && !passkey;
  }
}
