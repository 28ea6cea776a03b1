import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { runCommand } from './ops/index.js';

// The command line of an operator: `signpost <command>`. Reads the same variables as the application.
if (existsSync('.env')) process.loadEnvFile('.env');
process.exitCode = await runCommand(process.argv.slice(2), process.env, process);
