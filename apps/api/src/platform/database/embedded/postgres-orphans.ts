import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OutsideError } from '../../errors/outside-error.js';

const FAST_SHUTDOWN_MS = 10_000;
const IMMEDIATE_SHUTDOWN_MS = 3_000;

/**
 * Stops what a killed process left behind: a server on exactly this data directory, or backends that outlived their server.
 * Call it only while holding the folder's lock. Returns whether any process was found.
 */
export async function endOrphans(clusterDir: string): Promise<boolean> {
  const orphans = processesOn(clusterDir);
  if (orphans.length > 0) {
    const postmaster = readPostmasterPid(clusterDir);
    const first = postmaster !== null && orphans.includes(postmaster) ? [postmaster] : orphans;
    const ended =
      (await signalAndWait(clusterDir, first, 'SIGINT', FAST_SHUTDOWN_MS)) ||
      (await signalAndWait(clusterDir, orphans, 'SIGQUIT', IMMEDIATE_SHUTDOWN_MS)) ||
      (await signalAndWait(clusterDir, orphans, 'SIGKILL', IMMEDIATE_SHUTDOWN_MS));
    if (!ended)
      throw new OutsideError(`A PostgreSQL server still runs on ${clusterDir} (process ${orphans.join(', ')}).`);
  }
  // If a process has the id in this file now, it is not our server; PostgreSQL cannot know that and would refuse to start.
  rmSync(join(clusterDir, 'postmaster.pid'), { force: true });
  return orphans.length > 0;
}

/**
 * Kills an `initdb` that a killed run has left at work in `draft`, with the server that it runs: they would write into the
 * next draft, and empty it when they fail. Call it only while holding the folder's lock.
 */
export async function killInitdb(draft: string): Promise<void> {
  const deadline = Date.now() + IMMEDIATE_SHUTDOWN_MS;
  // Listed anew each time, because initdb starts one server after the other.
  for (let left = processesOn(draft); left.length > 0; left = processesOn(draft)) {
    if (Date.now() >= deadline) throw new OutsideError(`initdb still runs in ${draft} (process ${left.join(', ')}).`);
    for (const pid of left) sendSignal(pid, 'SIGKILL');
    await sleep(10);
  }
}

async function signalAndWait(
  clusterDir: string,
  pids: readonly number[],
  signal: NodeJS.Signals,
  patienceMs: number,
): Promise<boolean> {
  for (const pid of pids) sendSignal(pid, signal);
  const deadline = Date.now() + patienceMs;
  while (processesOn(clusterDir).length > 0) {
    if (Date.now() >= deadline) return false;
    await sleep(10);
  }
  return true;
}

/** Sends a signal; it is no error if the process does not exist any more. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Names of the programs that work in a data directory. */
const PROGRAMS = ['postgres', 'initdb'];

/**
 * The processes of PostgreSQL in a data directory. On Linux they all have it as their working directory, unlike an unrelated
 * process that was given the same id.
 */
function processesOn(clusterDir: string): number[] {
  if (process.platform === 'linux') {
    const real = realpathOrNull(clusterDir);
    return real === null ? [] : listProcesses().filter((pid) => workingDirectory(pid) === real && isPostgres(pid));
  }
  const pid = readPostmasterPid(clusterDir);
  return pid !== null && commandLine(pid).includes(clusterDir) ? [pid] : [];
}

function readPostmasterPid(clusterDir: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8'), 10);
    return Number.isNaN(pid) ? null : pid;
  } catch {
    return null;
  }
}

function listProcesses(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function workingDirectory(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${String(pid)}/cwd`);
  } catch {
    return null;
  }
}

function isPostgres(pid: number): boolean {
  try {
    return PROGRAMS.includes(readFileSync(`/proc/${String(pid)}/comm`, 'utf8').trim());
  } catch {
    return false;
  }
}

function commandLine(pid: number): string {
  if (process.platform === 'win32') return '';
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

function realpathOrNull(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
