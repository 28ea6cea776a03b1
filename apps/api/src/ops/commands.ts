import { parseArgs } from 'node:util';
import { Logger } from '@nestjs/common';
import { databaseAdvice } from '../platform/errors/database-error.js';
import { OutsideError } from '../platform/errors/outside-error.js';
import { reasonOf, reasonsOf } from '../platform/errors/reason.js';
import { readVersion } from '../platform/version.js';
import { BACKUP_COMMANDS } from './backup/backup.commands.js';
import { IMPORT_COMMANDS } from './import/import.commands.js';
import { inDatabase, type Call, type Commands, type Terminal } from './command.js';
import type { OpsContext } from './ops-context.js';
import { REDIRECT_MAP_COMMANDS } from './redirect-map/redirect-map.commands.js';
import { PEOPLE_COMMANDS } from './people.commands.js';

const HELP: readonly string[] = ['help', '--help', '-h'];

/**
 * Every command, in the order of the help. Dependencies are loaded when a command runs, because help needs none of
 * them.
 */
const COMMANDS: Commands = {
  doctor: {
    usage: 'doctor [--json]',
    about: 'Checks everything that this installation depends on, and says what to fix.',
    options: { json: { type: 'boolean' } },
    run: runDoctor,
  },
  'mail:test': {
    usage: 'mail:test <email>',
    about: 'Sends a test email immediately, without the queue, and prints the answer of the mail server.',
    run: runTestMail,
  },
  ...BACKUP_COMMANDS,
  ...REDIRECT_MAP_COMMANDS,
  ...IMPORT_COMMANDS,
  ...PEOPLE_COMMANDS,
  migrate: {
    usage: 'migrate',
    about: 'Applies all pending migrations.',
    run: inDatabase('any', runMigrate),
  },
  'migrate:plan': {
    usage: 'migrate:plan [--sql]',
    about: 'Lists the pending migrations, with --sql as SQL. Changes nothing.',
    options: { sql: { type: 'boolean' } },
    run: inDatabase('existing', runPlan),
  },
};

/** Runs one command line; @returns its exit code: 0 success, 1 refused or failed, 2 invalid usage. */
export async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> {
  const [name = 'help', ...rest] = args;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (name === '--version') {
    terminal.stdout.write(`${readVersion()}\n`);
    return 0;
  }
  if (HELP.includes(name)) {
    terminal.stdout.write(helpText());
    return 0;
  }
  if (command === undefined) {
    terminal.stderr.write(`Unknown command: ${name}\n\n${helpText()}`);
    return 2;
  }
  if (rest.some((word) => word === '--help' || word === '-h')) {
    terminal.stdout.write(`Usage: signpost ${command.usage}\n${command.about}\n`);
    return 0;
  }
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: rest, options: command.options ?? {}, allowPositionals: true });
  } catch (error) {
    terminal.stderr.write(`${reasonOf(error)}\nUsage: signpost ${command.usage}\n`);
    return 2;
  }
  const least = /<[^>]+>/.test(command.usage) ? 1 : 0;
  // Options are in brackets too, but begin with a dash.
  const most = /\[[^-\]][^\]]*\]/.test(command.usage) ? 1 : least;
  if (parsed.positionals.length < least || parsed.positionals.length > most) {
    terminal.stderr.write(`Usage: signpost ${command.usage}\n`);
    return 2;
  }
  // Standard output is reserved for a command's output (a backup or JSON), so logs of the application are disabled.
  Logger.overrideLogger(false);
  const print = (line: string): void => void terminal.stderr.write(`${line}\n`);
  try {
    return await command.run({ values: parsed.values, positionals: parsed.positionals, terminal, env, print });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    print(wordsOf(error));
    return 1;
  }
}

/** The message of an error that is meant for users; other errors are defects and include the stack. */
function wordsOf(error: Error): string {
  // When the upload storage is unavailable, the operator needs the cause.
  if (error.name === 'ApiError' && error.cause !== undefined) return `${error.message} (${reasonOf(error.cause)})`;
  const isForPeople = error instanceof OutsideError || 'syscall' in error;
  if (isForPeople) return error.message;
  const advice = databaseAdvice(error);
  if (advice !== null) return `Database error: ${reasonOf(error)}. ${advice}`;
  // The last line contains the reason.
  return `${error.stack ?? ''}\n${reasonsOf(error)}`;
}

function helpText(): string {
  const lines = Object.values(COMMANDS).map(({ usage, about }) => `  ${usage}\n      ${about}`);
  return `Usage: signpost <command> | --version\n\n${lines.join('\n')}\n`;
}

async function runDoctor({ values, terminal, env, print }: Call): Promise<number> {
  const { withSite } = await import('./ops-context.js');
  const { examine } = await import('./doctor/doctor.js');
  const findings = await withSite(env, print, examine);
  if (values['json'] === true) {
    terminal.stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
  } else {
    const MARKS = { ok: 'ok     ', warning: 'WARNING', failed: 'FAILED ' } as const;
    // Checks with the same result, such as an unavailable database, are reported together.
    const matters = Map.groupBy(findings, ({ state, detail, action = '' }) => `${state} ${detail} ${action}`);
    for (const [first, ...others] of matters.values()) {
      if (first === undefined) continue;
      const checks = [first, ...others].map(({ check }) => check).join(', ');
      terminal.stdout.write(`${MARKS[first.state]}  ${checks}: ${first.detail}\n`);
      if (first.action !== undefined) terminal.stdout.write(`         ${first.action}\n`);
    }
  }
  return findings.some(({ state }) => state === 'failed') ? 1 : 0;
}

async function runTestMail({ positionals, terminal, env }: Call): Promise<number> {
  const { readConfig } = await import('../platform/config/index.js');
  const { sendTestMail } = await import('./test-mail.js');
  terminal.stdout.write(`${await sendTestMail(readConfig(env), positionals[0] ?? '')}\n`);
  return 0;
}

async function runMigrate({ client, config }: OpsContext, { terminal, print }: Call): Promise<number> {
  const { migrate } = await import('../platform/database/migrations.js');
  const applied = await migrate(client, undefined, {
    beforeUpgrade: async () => {
      if (config.backup === null) return;
      const { runBackup } = await import('./backup/scheduled-backup.js');
      for (const { name, place } of await runBackup(config, Date.now())) print(`Backed up first: ${name} in ${place}.`);
    },
    onTurnOfAnother: () => print('Another process migrates the database: this one waits for it.'),
    onWait: (name, attempt) => {
      if (attempt === 1) print(`Migration ${name} is waiting for a long transaction to end, or builds an index.`);
    },
  });
  terminal.stdout.write(applied.length === 0 ? 'No pending migrations.\n' : `Applied: ${applied.join(', ')}\n`);
  return 0;
}

async function runPlan({ client }: OpsContext, { terminal, values }: Call): Promise<number> {
  const { pendingMigrations } = await import('../platform/database/migrations.js');
  const pending = await pendingMigrations(client);
  if (pending.length === 0) terminal.stdout.write('No pending migrations.\n');
  for (const { name, sql } of pending) {
    terminal.stdout.write(values['sql'] === true ? `-- ${name}\n${sql}\n` : `${name}\n`);
  }
  return 0;
}
