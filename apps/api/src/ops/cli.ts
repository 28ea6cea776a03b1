import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { runCommand } from './commands.js';

// The command line of an operator: `signpost <command>`. Reads the same variables as the application.
if (existsSync('.env')) process.loadEnvFile('.env');
// Whoever reads the output, such as `head`, may have seen enough: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
  throw error;
});
process.exitCode = await runCommand(process.argv.slice(2), process.env, process);
