import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { IdentityList, IdentityProvider } from '@signpost/contracts';
import type { DataSource } from 'typeorm';
import { fail } from '../../platform/errors/index.js';
import { AccountAudit } from '../account/account-audit.js';
import { AccountsRepository } from '../account/accounts.repository.js';
import { IdentitiesRepository } from './identities.repository.js';
import { SignInMethods } from '../sign-in/sign-in-methods.js';

/** The identities of an account. The last sign-in method cannot be removed. */
@Injectable()
export class IdentitiesService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly identities: IdentitiesRepository,
    private readonly methods: SignInMethods,
    private readonly audit: AccountAudit,
  ) {}

  async list(userId: string): Promise<IdentityList> {
    const items = await this.identities.listOf(userId);
    return {
      items: items.map(({ id, provider, email, createdAt }) => ({
        id,
        provider,
        email,
        createdAt: createdAt.toISOString(),
      })),
    };
  }

  /** @throws ApiError `identity_not_found`, `last_identity` */
  async remove(userId: string, identityId: string): Promise<void> {
    await this.source.transaction(async (tx) => {
      // Serialises removals: two concurrent ones could otherwise remove the last two methods.
      await this.accounts.lock(userId, tx);
      const own = await this.identities.listOf(userId, tx);
      const identity = own.find(({ id }) => id === identityId) ?? fail('identity_not_found');
      await this.methods.requireAnotherThan(userId, { identityId }, tx);
      await this.identities.delete(userId, identityId, tx);
      const provider: IdentityProvider = identity.provider;
      await this.audit.record(userId, 'identity_disconnected', { provider }, tx);
    });
  }
}
