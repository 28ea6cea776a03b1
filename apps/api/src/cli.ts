import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { Logger } from '@nestjs/common';
import { runCommand } from './ops/index.js';

// The command line of an operator: `signpost <command>`. Reads the same variables as the application.
if (existsSync('.env')) process.loadEnvFile('.env');
// Standard output is the command's: a backup or JSON. What parts of the application log would land there.
Logger.overrideLogger(false);
// Whoever reads the output, such as `head`, may have seen enough: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
  throw error;
});
process.exitCode = await runCommand(process.argv.slice(2), process.env, process);
