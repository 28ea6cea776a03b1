import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { AppProcess } from '@signpost/testing';

/** Memory that the application holds. */
export function residentMegabytes(app: AppProcess): number {
  const status = readFileSync(`/proc/${app.child.pid ?? 0}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}

/** Processor time of the application so far, in milliseconds; elapsed time where the system does not report it. */
export function workedMs(app: AppProcess): number {
  if (process.platform !== 'linux') return performance.now();
  const facts = readFileSync(`/proc/${app.child.pid ?? 0}/stat`, 'utf8');
  const [user, system] = facts.slice(facts.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
  return ((user ?? 0) + (system ?? 0)) * 10;
}

/** Files and sockets that the application has open. */
export function openHandles(app: AppProcess): number {
  return readdirSync(`/proc/${app.child.pid ?? 0}/fd`).length;
}

/** What the click journal takes of the disk. */
export function journalMegabytes(app: AppProcess): number {
  const folder = join(app.dataDir, 'journal');
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0) / 1024 / 1024;
}

/** Lines of the application's log about uncaught errors. */
export function uncaught(app: AppProcess): string[] {
  return app
    .output()
    .split('\n')
    .filter((line) => /unhandled|uncaught/i.test(line));
}
