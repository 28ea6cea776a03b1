import { readdirSync, readFileSync } from 'node:fs';
import type { AppProcess } from '@signpost/testing';

/** Memory that the application holds. */
export function residentMegabytes(app: AppProcess): number {
  const status = readFileSync(`/proc/${app.child.pid ?? 0}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}

/** Files and sockets that the application has open. */
export function openHandles(app: AppProcess): number {
  return readdirSync(`/proc/${app.child.pid ?? 0}/fd`).length;
}
