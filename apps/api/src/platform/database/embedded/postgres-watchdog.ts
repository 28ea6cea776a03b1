import { spawn, type ChildProcess } from 'node:child_process';
import type { PostgresAccount } from './postgres-account.js';

/** Stops the server when this process dies without a shutdown (`kill -9`, out of memory). */
export interface PostgresWatchdog {
  /** Sets the process id of the server to stop; null when there is none. */
  guard(pid: number | null): void;
  /** Ends the watchdog without stopping the server. */
  dismiss(): void;
}

// Reads process ids from its standard input. When that is closed, this process has ended, and the last id is signalled.
const SCRIPT = 'pid=0; while read -r next; do pid=$next; done; [ "$pid" -gt 0 ] && kill -INT "$pid"';

/** Starts the watchdog in its own session, so that Ctrl-C in the terminal does not reach it. Not on Windows. */
export function startPostgresWatchdog(account: PostgresAccount | null): PostgresWatchdog {
  if (process.platform === 'win32') return { guard: () => undefined, dismiss: () => undefined };
  const watchdog: ChildProcess = spawn('/bin/sh', ['-c', SCRIPT], {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.on('error', () => undefined);
  watchdog.stdin?.on('error', () => undefined);
  watchdog.unref();
  return {
    guard: (pid) => {
      watchdog.stdin?.write(`${String(pid ?? 0)}\n`);
    },
    dismiss: () => {
      watchdog.stdin?.end('0\n');
    },
  };
}
