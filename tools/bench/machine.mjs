// What the machine says about processes: Linux only; elsewhere the numbers are 0.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { findProgram } from '../process.mjs';

const TICKS_PER_SECOND = 100;

/** @throws Error naming those programs that this machine does not have. */
export function requirePrograms(...programs) {
  const missing = programs.filter((name) => findProgram(name) === undefined);
  if (missing.length > 0) throw new Error(`This bench needs ${missing.join(' and ')}: install what is missing.`);
}

/** Binds processes with all their threads to a core. */
export function pin(pids, core) {
  // One that has ended meanwhile needs no core.
  for (const pid of pids) spawnSync('taskset', ['-apc', core, String(pid)], { stdio: 'ignore' });
}

/** Program and arguments for `spawn`, on a core (null: any) from the beginning. */
export function onCore(core, [program, ...args]) {
  return core === null ? [program, args] : ['taskset', ['-c', core, program, ...args]];
}

/** A process and all that it has started, as far as it runs. */
export function family(pid) {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    return [pid, ...children.map(Number).flatMap(family)];
  } catch {
    return [pid];
  }
}

/** The first of them that runs a program of that name; null without one. */
export function findInFamily(pid, name) {
  return family(pid).find((one) => textOf(`/proc/${one}/comm`).trim() === name) ?? null;
}

/** A file of /proc; empty when its process is gone, or there is no /proc. */
function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Seconds of processor time that a process has used, by fields of its `stat` from the state on: 11 to 13 its own, 13 to 15 its ended children's. */
function usedSeconds(pid, from, until) {
  const stat = textOf(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(from, until).reduce((all, ticks) => all + Number(ticks), 0) / TICKS_PER_SECOND;
}

/** Seconds of processor time that a process (with its threads) has used. */
export const cpuSeconds = (pid) => usedSeconds(pid, 11, 13);

/** The same for a process and all that it has started, also those that have ended. */
export const familyCpuSeconds = (pid) => family(pid).reduce((all, one) => all + usedSeconds(one, 11, 15), 0);

/** Seconds of processor time that the machine's host has given to others since the machine started; 0 where the system does not report it. */
export function stolenSeconds() {
  return Number(/^cpu +(?:\d+ ){7}(\d+)/.exec(textOf('/proc/stat'))?.[1] ?? 0) / TICKS_PER_SECOND;
}

/** Resident memory in MB; 0 where the system does not report it. */
export function residentMb(pid) {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) / 1024);
}

/** One line about the machine. */
export function describeMachine() {
  const [first] = cpus();
  const machine = `${cpus().length} × ${first?.model.trim() ?? 'unknown'}`;
  return `${machine}, load ${loadavg()[0]?.toFixed(1)}, Node ${process.versions.node}, ${process.platform}`;
}
