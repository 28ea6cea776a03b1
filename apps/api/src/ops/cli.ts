import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { reasonOf } from '../platform/errors/reason.js';
import { runCommand } from './commands.js';

// The command line of an operator: `signpost <command>`. Reads the same variables as the application.
if (existsSync('.env')) process.loadEnvFile('.env');
const failures: NodeJS.ErrnoException[] = [];
process.stdout.on('error', (error: NodeJS.ErrnoException) => failures.push(error));
// An error that cannot be written to stderr cannot be reported at all; the exit code still shows it.
process.stderr.on('error', () => undefined);
// At the end, because the last write may fail after the command has returned.
process.on('exit', (code) => {
  // A reader such as `head` may close the pipe early: that is not an error.
  const failure = failures.find((error) => error.code !== 'EPIPE');
  if (failure === undefined || code !== 0) return;
  process.stderr.write(`Standard output cannot be written: ${reasonOf(failure)}.\n`);
  process.exitCode = 1;
});
// An interrupted command exits, which removes its temporary files; the codes are those of a shell.
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
process.exitCode = await runCommand(process.argv.slice(2), process.env, process);
