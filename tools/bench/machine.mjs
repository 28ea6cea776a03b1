// What the machine says about processes. Linux only where it says so; elsewhere the numbers are null.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';

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

/** The fields of a `stat` file from the state on; null when it is gone, or there is no /proc. */
function statOf(path) {
  try {
    const stat = readFileSync(path, 'utf8');
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return null;
  }
}

const seconds = (fields, from) => (fields[from] + fields[from + 1]) / TICKS_PER_SECOND;

/** Seconds of processor time that a process (with its threads) has used. */
export function cpuSeconds(pid) {
  const fields = statOf(`/proc/${pid}/stat`);
  return fields === null ? null : seconds(fields, 11);
}

/** The same for a process and all that it has started, also those that have ended. */
export function familyCpuSeconds(pid) {
  const fields = statOf(`/proc/${pid}/stat`);
  if (fields === null) return 0;
  return children(pid).reduce((all, child) => all + familyCpuSeconds(child), seconds(fields, 11) + seconds(fields, 13));
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

/** One line about the machine. */
export function describeMachine() {
  const [first] = cpus();
  const machine = `${cpus().length} × ${first?.model.trim() ?? 'unknown'}`;
  return `${machine}, load ${loadavg()[0]?.toFixed(1)}, Node ${process.versions.node}, ${process.platform}`;
}
