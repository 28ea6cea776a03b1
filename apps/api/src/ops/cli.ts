import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { runCommand } from './commands.js';

// The command line of an operator: `signpost <command>`. Reads the same variables as the application.
if (existsSync('.env')) process.loadEnvFile('.env');
// A reader such as `head` may close the pipe early: that is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
  throw error;
});
process.exitCode = await runCommand(process.argv.slice(2), process.env, process);
