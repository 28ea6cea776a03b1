import cluster from 'node:cluster';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Config, isLoopback } from '../../platform/config/index.js';
import { equalSecrets, purposeKey } from '../../platform/security/index.js';
import { AccountsRepository } from '../account/accounts.repository.js';

/** Capitals and digits that are not easily confused. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 12;

/**
 * Proves that the first registrant can read the server's log. Required when the server is reachable from other
 * machines, because otherwise a stranger could take over a fresh instance. Derived from SESSION_SECRET, which every
 * instance has, so that each expects the same code, whichever of them the balancer asks.
 */
@Injectable()
export class SetupCode implements OnApplicationBootstrap {
  constructor(
    private readonly config: Config,
    private readonly accounts: AccountsRepository,
  ) {}

  /** Whether the first registration needs the code. */
  get isNeeded(): boolean {
    return !isLoopback(this.config.host);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.isNeeded || (await this.accounts.hasAny())) return;
    // Written directly to stdout, because the operator needs it at any log level; only by one worker.
    if (cluster.isPrimary || cluster.worker?.id === 1) process.stdout.write(`Setup code: ${this.code}\n`);
  }

  /** Compares ignoring case and hyphens. */
  matches(given: string): boolean {
    return equalSecrets(normalize(given), normalize(this.code));
  }

  private get code(): string {
    const bytes = purposeKey(this.config.sessionSecret, 'setup code').export().subarray(0, LENGTH);
    const letters = [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
    return letters.replace(/.{4}(?=.)/g, '$&-');
  }
}

function normalize(code: string): string {
  return code.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
