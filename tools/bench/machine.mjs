// What the machine says about processes. Linux only where it says so; elsewhere the numbers are null.
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';

const TICKS_PER_SECOND = 100;

/** Whether a program is on the PATH. */
export function has(program) {
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(`${folder}/${program}`));
}

/** Binds a process with all its threads and children to cores; false where that cannot be done. */
export function pin(pid, cores) {
  if (!pinAlone(pid, cores)) return false;
  for (const child of children(pid)) pin(child, cores);
  return true;
}

/** The same without what it has started. */
export function pinAlone(pid, cores) {
  if (!has('taskset') || cpus().length < 2) return false;
  try {
    execFileSync('taskset', ['-apc', cores, String(pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Program and arguments for `spawn`, on a core (null: any) from the beginning. */
export function onCore(core, [program, ...args]) {
  return core === null ? [program, args] : ['taskset', ['-c', core, program, ...args]];
}

/** Processes that the process has started. */
export function children(pid) {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** The first of a process's descendants that runs a program of that name. */
export function findDescendant(pid, name) {
  for (const child of children(pid)) {
    if (readFileSync(`/proc/${child}/comm`, 'utf8').trim() === name) return child;
    const below = findDescendant(child, name);
    if (below !== null) return below;
  }
  return null;
}

/** Seconds of processor time that a process (with its threads) has used. */
export function cpuSeconds(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return null;
  }
}

/** The same for a process and all that it has started, also those that have ended. */
export function familyCpuSeconds(pid) {
  let ended = 0;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    ended = (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
  return children(pid).reduce((sum, child) => sum + familyCpuSeconds(child), ended + (cpuSeconds(pid) ?? 0));
}

/** Seconds of processor time by the name of the thread. */
export function threadCpuSeconds(pid) {
  const byName = {};
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
      const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      byName[name] = (byName[name] ?? 0) + (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
    }
  } catch {
    // Not this platform, or the process is gone.
  }
  return byName;
}

/** Seconds that a process's main thread was ready to run while somebody else had its core. */
export function waitedSeconds(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e9;
  } catch {
    return null;
  }
}

/** Seconds of processor time that the machine's host has given to others since the machine started; 0 where nobody tells. */
export function stolenSeconds() {
  try {
    return Number(/^cpu +(?:\d+ ){7}(\d+)/.exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? 0) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}

/** Resident memory in MB. */
export function residentMb(pid) {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024);
  } catch {
    return null;
  }
}

const SYNCS = 200;
const SYNC_BYTES = 8192;

/**
 * Milliseconds until the disk has a page that was written, one time after another, in rising order. What waits for a
 * commit, as a visit of a link with a cap does, waits so long at least.
 */
export function diskSyncMs() {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-bench-'));
  const file = openSync(join(folder, 'log'), 'w');
  const page = Buffer.alloc(SYNC_BYTES, 1);
  const times = [];
  try {
    // As a log that is written again and again: its file does not grow.
    for (let at = 0; at < SYNCS; at += 1) writeSync(file, page, 0, SYNC_BYTES, at * SYNC_BYTES);
    fdatasyncSync(file);
    for (let at = 0; at < SYNCS; at += 1) {
      writeSync(file, page, 0, SYNC_BYTES, at * SYNC_BYTES);
      const startedAt = performance.now();
      fdatasyncSync(file);
      times.push(performance.now() - startedAt);
    }
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true, force: true });
  }
  return times.sort((a, b) => a - b);
}

/** One line about the machine. */
export function describeMachine() {
  const [first] = cpus();
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown'}, Node ${process.versions.node}, ${process.platform}`;
}
