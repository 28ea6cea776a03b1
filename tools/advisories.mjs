// Known vulnerabilities of what the lock file holds, against a list of those that were reviewed:
// advisories.json, entries of { id: 'GHSA-…', why, until: 'YYYY-MM-DD' }.
//
//   node tools/advisories.mjs              fails for one that is not listed, listed without need, or past its date
//   node tools/advisories.mjs --required   also fails when the registry's audit service cannot be reached
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { ROOT } from './process.mjs';

/**
 * What is wrong, in a line each.
 *
 * @param {{ vulnerabilities: Record<string, { via: unknown[] }> }} report of `npm audit --json`
 * @param {{ id: string, why: string, until: string }[]} allowed
 * @param {string} today as YYYY-MM-DD
 */
export function unacceptedAdvisories(report, allowed, today) {
  const found = new Map();
  for (const { via } of Object.values(report.vulnerabilities)) {
    for (const advisory of via) {
      // A string names the package through which another one is affected.
      if (typeof advisory === 'object' && advisory !== null) found.set(advisory.url.split('/').at(-1), advisory);
    }
  }
  const listed = new Map(allowed.map((entry) => [entry.id, entry]));
  return [
    ...[...found]
      .filter(([id]) => !listed.has(id))
      .map(([id, { name, severity, title }]) => `${id} (${severity}) ${name}: ${title}`),
    ...allowed.filter(({ id }) => !found.has(id)).map(({ id }) => `${id} is listed and no longer found: take it off`),
    ...allowed.filter(({ why }) => why.trim() === '').map(({ id }) => `${id} is listed without a reason`),
    ...allowed.filter(({ until }) => !(until >= today)).map(({ id, until }) => `${id} was listed until ${until}`),
  ];
}

/** The audit report, or null when the service does not return one. */
async function audit() {
  const npm = spawn('npm', ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  npm.stdout.on('data', (chunk) => (text += chunk));
  await new Promise((resolve) => {
    npm.once('close', resolve);
    npm.once('error', resolve);
  });
  try {
    const report = JSON.parse(text);
    return typeof report.vulnerabilities === 'object' ? report : null;
  } catch {
    return null;
  }
}

/** @returns the exit code: an unreachable service is no failure unless it is required. */
export async function checkAdvisories({ required = false } = {}) {
  const report = await audit();
  if (report === null) {
    process.stdout.write('advisories: not checked, the audit service of the registry does not answer\n');
    return required ? 1 : 0;
  }
  const allowed = JSON.parse(readFileSync(join(ROOT, 'tools/advisories.json'), 'utf8'));
  const problems = unacceptedAdvisories(report, allowed, new Date().toISOString().slice(0, 10));
  for (const problem of problems) process.stdout.write(`advisories: ${problem}\n`);
  return problems.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await checkAdvisories({ required: process.argv.includes('--required') });
}
