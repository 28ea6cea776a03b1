import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// No secret is ever committed. Shapes that name themselves, and files that should not be tracked at all.
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MAX_BYTES = 2_000_000;

const SHAPES: readonly [name: string, shape: RegExp][] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s+[\w+/=]{40}/],
  ['an AWS access key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a GitHub token', /\bgh[pousr]_[A-Za-z0-9]{36}\b|\bgithub_pat_\w{60,}/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a Slack token', /\bxox[baprs]-[0-9A-Za-z-]{20,}/],
  ['a Google API key', /\bAIza[0-9A-Za-z_-]{35}\b/],
  ['a Google client secret', /\bGOCSPX-[0-9A-Za-z_-]{28}\b/],
  ['a Stripe key', /\b[sr]k_live_[0-9A-Za-z]{20,}/],
  ['a session token', /\bsignpost_session=[\w-]{43}/],
];

const UNWANTED =
  /(?:^|\/)(?:\.env(?!\.example$)[^/]*|session-secret|id_(?:rsa|ed25519)|[^/]*\.(?:pem|p12|pfx|key|keystore))$/;

/** Names of files tracked by git; without a repository (an unpacked archive) there is nothing to check. */
function trackedFiles(): string[] {
  try {
    const listed = execFileSync('git', ['ls-files', '-z'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return listed.split('\0').filter((name) => name !== '');
  } catch {
    return [];
  }
}

const files = trackedFiles();

test('the shapes are recognised', () => {
  const samples = [`AKIA${'A1'.repeat(8)}`, `ghp_${'a1'.repeat(18)}`, `signpost_session=${'a'.repeat(43)}`];
  expect(samples.map((sample) => SHAPES.some(([, shape]) => shape.test(sample)))).toEqual([true, true, true]);
  expect(['.env', 'docker/.env.local', 'a/key.pem'].every((name) => UNWANTED.test(name))).toBe(true);
  expect(UNWANTED.test('.env.example')).toBe(false);
});

test.skipIf(files.length === 0)('no tracked file is one that holds secrets', () => {
  expect(files.filter((name) => UNWANTED.test(name))).toEqual([]);
});

test.skipIf(files.length === 0)('no tracked file holds a secret', () => {
  const found = files.flatMap((name) => {
    const text = contentOf(join(ROOT, name));
    return SHAPES.filter(([, shape]) => shape.test(text)).map(([what]) => `${name}: ${what}`);
  });
  expect(found).toEqual([]);
});

function contentOf(path: string): string {
  try {
    const bytes = readFileSync(path);
    return bytes.length > MAX_BYTES ? '' : bytes.toString('utf8');
  } catch {
    // The file is deleted in the work tree.
    return '';
  }
}
