import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../../platform/config/index.js';
import { fail } from '../../platform/errors/index.js';
import { IdentitiesRepository } from '../oidc/identities.repository.js';
import { PasskeysRepository } from '../passkeys/passkeys.repository.js';

/** All sign-in methods of an account: at least one usable method always remains. */
@Injectable()
export class SignInMethods {
  constructor(
    private readonly identities: IdentitiesRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly config: Config,
  ) {}

  /**
   * Requires that another usable method remains. To be called before the removal, with the account locked. A password
   * does not count if password sign-in is disabled.
   * @throws ApiError `last_identity`
   */
  async requireAnotherThan(
    userId: string,
    removed: { readonly identityId: string } | { readonly passkeyId: string },
    tx: EntityManager,
  ): Promise<void> {
    const identities = (await this.identities.listOf(userId, tx)).filter(
      ({ id, provider }) =>
        !('identityId' in removed && removed.identityId === id) && (provider !== 'password' || this.config.passwords),
    );
    const passkeys = (await this.passkeys.listOf(userId, tx)).filter(
      ({ id }) => !('passkeyId' in removed && removed.passkeyId === id),
    );
    if (identities.length + passkeys.length === 0) fail('last_identity');
  }
}
