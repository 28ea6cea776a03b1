import { databaseAdvice } from './platform/errors/database-error.js';
import { OutsideError } from './platform/errors/outside-error.js';
import { reasonOf, reasonsOf } from './platform/errors/reason.js';

/**
 * The log text for an application that cannot start: for a cause outside the application one line that says what to do, otherwise,
 * as it is a defect, the stack, with the error and its causes as the last line.
 */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof OutsideError) return error.message;
  const { code, syscall, address, port, path } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  // The primary opens the port for a worker, where it fails with "bind".
  if (syscall === 'listen' || syscall === 'bind') {
    const place = `${address ?? ''}:${port ?? ''}`;
    if (code === 'EADDRINUSE')
      return `${place} is in use by another program. Stop that one, or set PORT or METRICS_PORT.`;
    return `Cannot listen on ${place} (${code ?? ''}). Set HOST, PORT or METRICS_PORT to what this machine and user may use.`;
  }
  if (syscall === 'getaddrinfo') return `${error.message}. Set HOST to an address or name of this machine.`;
  if (path !== undefined && ['EEXIST', 'ENOTDIR'].includes(code ?? ''))
    return `${error.message}. DATA_DIR must be the path of a folder.`;
  if (path !== undefined && ['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(code ?? ''))
    return `${error.message}. The user that runs Signpost needs that path: see DATA_DIR.`;
  const advice = databaseAdvice(error);
  if (advice !== null) return `Database error: ${reasonOf(error)}. ${advice}`;
  return `${error.stack ?? ''}\nSignpost cannot go on: ${reasonsOf(error)}`;
}

/** The text for a command; an error in its options is followed by its usage. */
export function describeCommandFailure(error: unknown, usage: string): string {
  const isOption = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  return isOption ? `${error.message}\n\n${usage}` : `${describeFailure(error)}\n`;
}
