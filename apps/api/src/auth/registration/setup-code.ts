import cluster from 'node:cluster';
import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '../../platform/config/index.js';
import { equalSecrets, secretFromFile } from '../../platform/security/index.js';
import { AccountsRepository } from '../account/accounts.repository.js';

/** Capitals and digits that are not easily confused. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/**
 * Proves that the first registrant can read the server's log. Required when the server is reachable from other
 * machines, because otherwise a stranger could take over a fresh instance. Stored in DATA_DIR, so that every process
 * expects the same code.
 */
@Injectable()
export class SetupCode implements OnApplicationBootstrap {
  private readonly file: string;

  constructor(
    private readonly config: Config,
    private readonly accounts: AccountsRepository,
  ) {
    this.file = join(config.dataDir, 'setup-code');
  }

  /** Whether the first registration needs the code. */
  get isNeeded(): boolean {
    return !isLoopback(this.config.host);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.isNeeded || (await this.accounts.hasAny())) return;
    const code = this.read();
    // Written directly to stdout, because the operator needs it at any log level; only by one worker.
    if (cluster.isPrimary || cluster.worker?.id === 1) process.stdout.write(`Setup code: ${code}\n`);
  }

  /** Compares ignoring case and hyphens. */
  matches(given: string): boolean {
    return equalSecrets(normalize(given), normalize(this.read()));
  }

  /** Deletes the code after setup. */
  discard(): void {
    rmSync(this.file, { force: true });
  }

  private read(): string {
    return secretFromFile(this.file, GROUPS * GROUP_LENGTH, newCode);
  }
}

function newCode(): string {
  const letter = () => ALPHABET[randomInt(ALPHABET.length)];
  return Array.from({ length: GROUPS }, () => Array.from({ length: GROUP_LENGTH }, letter).join('')).join('-');
}

function normalize(code: string): string {
  return code.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** Whether a host (an IPv6 address without brackets) is the local machine (RFC 6761, 6.3 for names). */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
