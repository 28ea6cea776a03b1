import cluster from 'node:cluster';
import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '../../platform/config/index.js';
import { equalSecrets, secretFromFile } from '../../platform/security/index.js';
import { AccountsRepository } from '../account/accounts.repository.js';

/** Capitals and digits that are not mistaken for each other. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/**
 * Proves that whoever registers first can read the server's log. Needed when the server can be reached from elsewhere:
 * otherwise a stranger could take over a fresh instance. Kept in DATA_DIR, so that every process expects the same code.
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
    // Straight to the output: the operator needs it whatever the log level is. One worker says it for all.
    if (cluster.isPrimary || cluster.worker?.id === 1) process.stdout.write(`Setup code: ${code}\n`);
  }

  /** Capitals and hyphens do not matter. */
  matches(given: string): boolean {
    return equalSecrets(normalize(given), normalize(this.read()));
  }

  /** The code has done its work. */
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

/** Whether a host, an IPv6 address without brackets, is this machine alone (RFC 6761, 6.3 for names). */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
