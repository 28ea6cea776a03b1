import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { createGunzip, createGzip } from 'node:zlib';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { migrate, pendingMigrations } from '../platform/database/migrations.js';
import { reasonOf } from '../platform/errors/reason.js';
import { readVersion } from '../platform/version.js';
import { OpsError, withOpsContext, withSite, type OpsContext, type WantedDatabase } from './ops-context.js';
import type { SetPassword } from './users.js';

/** Where a command reads and writes. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
}

interface Command {
  readonly usage: string;
  readonly about: string;
  readonly options?: ParseArgsOptionsConfig;
  /** @returns the exit code. */
  readonly run: (call: Call) => Promise<number>;
}

interface Call {
  readonly values: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
  /** A line for the person, on standard error. */
  readonly say: (line: string) => void;
}

/** A command that works on a database. */
function inDatabase(wanted: WantedDatabase, run: (context: OpsContext, call: Call) => Promise<number>): Command['run'] {
  return (call) => withOpsContext(call.env, call.say, wanted, (context) => run(context, call));
}

const PASSWORD = { 'password-stdin': { type: 'boolean' } } as const;

/** What a name promises of a backup, packed or not. */
const PLAIN_NAME = /\.tar$/i;
const PACKED_NAME = /\.(?:tar\.gz|tgz)$/i;
/** How everything begins that gzip has packed. */
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

const HELP: readonly string[] = ['help', '--help', '-h'];

/** Every command, in the order of the help. What one stands on is loaded when it runs: help needs none of it. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  doctor: {
    usage: 'doctor [--json]',
    about: 'Looks at everything that this installation stands on, and says what to do.',
    options: { json: { type: 'boolean' } },
    run: runDoctor,
  },
  backup: {
    usage: 'backup <file.tar | file.tar.gz | file.tgz | ->',
    about: 'Writes every table as of one instant and every upload into one file; the application may run.',
    run: inDatabase('migrated', runBackup),
  },
  restore: {
    usage: 'restore <file | ->',
    about: 'Fills an empty database and the uploads from a backup; the application must be stopped.',
    run: inDatabase('any', runRestore),
  },
  'user:create': {
    usage: 'user:create <email> [--workspace SLUG] [--role MEMBER|VIEWER] [--password-stdin]',
    about:
      'Makes a verified account, or adds one to a workspace; without --password-stdin it prints the password of a new one.',
    options: { ...PASSWORD, workspace: { type: 'string' }, role: { type: 'string' } },
    run: inDatabase('migrated', runCreateUser),
  },
  'user:reset-password': {
    usage: 'user:reset-password <email> [--password-stdin]',
    about: 'Sets a new password and ends every session of the account.',
    options: PASSWORD,
    run: inDatabase('migrated', runResetPassword),
  },
  'user:remove': {
    usage: 'user:remove <email>',
    about: 'Removes an account for good. What it made stays, without its name.',
    run: inDatabase('migrated', runRemoveUser),
  },
  'workspace:erase': {
    usage: 'workspace:erase <slug>',
    about: 'Erases everything in a workspace that was deleted. Its slug stays taken.',
    run: inDatabase('migrated', runEraseWorkspace),
  },
  migrate: {
    usage: 'migrate',
    about: 'Applies the migrations that the database does not have yet.',
    run: inDatabase('any', runMigrate),
  },
  'migrate:plan': {
    usage: 'migrate:plan [--sql]',
    about: 'Says which migrations would be applied; with --sql, their text. Changes nothing.',
    options: { sql: { type: 'boolean' } },
    run: inDatabase('existing', runPlan),
  },
};

/** Runs one command line; @returns its exit code: 0 done, 1 refused or failed, 2 not understood. */
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
    terminal.stderr.write(`There is no command ${name}.\n\n${helpText()}`);
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
  const wanted = /<[^>]+>/.test(command.usage) ? 1 : 0;
  if (parsed.positionals.length !== wanted) {
    terminal.stderr.write(`Usage: signpost ${command.usage}\n`);
    return 2;
  }
  const say = (line: string): void => void terminal.stderr.write(`${line}\n`);
  try {
    return await command.run({ values: parsed.values, positionals: parsed.positionals, terminal, env, say });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    say(wordsOf(error));
    return 1;
  }
}

/** Some errors tell a person what to do; anything else is a defect and shows where it happened. */
function wordsOf(error: Error): string {
  // A storage of uploads that is away: its operator needs to know why.
  if (error.name === 'ApiError' && error.cause !== undefined) return `${error.message} (${reasonOf(error.cause)})`;
  const isForPeople =
    error instanceof OpsError || ['ConfigError', 'DataDirInUseError'].includes(error.name) || 'syscall' in error;
  return isForPeople ? error.message : (error.stack ?? error.message);
}

function helpText(): string {
  const lines = Object.values(COMMANDS).map(({ usage, about }) => `  ${usage}\n      ${about}`);
  return `Usage: signpost <command> | --version\n\n${lines.join('\n')}\n`;
}

async function runDoctor({ values, terminal, env, say }: Call): Promise<number> {
  const { examine } = await import('./doctor.js');
  const findings = await withSite(env, say, examine);
  if (values['json'] === true) {
    terminal.stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
  } else {
    const MARKS = { ok: 'ok     ', warning: 'WARNING', failed: 'FAILED ' } as const;
    for (const { check, state, detail, action } of findings) {
      terminal.stdout.write(`${MARKS[state]}  ${check}: ${detail}\n`);
      if (action !== undefined) terminal.stdout.write(`         ${action}\n`);
    }
  }
  return findings.some(({ state }) => state === 'failed') ? 1 : 0;
}

async function runBackup(context: OpsContext, { positionals, terminal }: Call): Promise<number> {
  const { createBackup } = await import('./backup.js');
  const [file = '-'] = positionals;
  const isPacked = PACKED_NAME.test(file);
  if (file !== '-' && !isPacked && !PLAIN_NAME.test(file)) {
    throw new OpsError(`A backup is a tar file: let its name end in .tar, or in .tar.gz or .tgz to have it packed.`);
  }
  const { stream, summary } = createBackup(context);
  if (file === '-') {
    await pipeline(stream, terminal.stdout, { end: false });
  } else {
    // Whole or not at all, and readable by nobody else: it holds personal data.
    const part = `${file}.part`;
    const sink = createWriteStream(part, { mode: 0o600 });
    try {
      if (isPacked) await pipeline(stream, createGzip(), sink);
      else await pipeline(stream, sink);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    await rename(part, file);
  }
  const { rows, tables, uploads } = await summary;
  context.say(`Backed up ${rows} rows of ${tables} tables and ${uploads} uploaded file(s).`);
  return 0;
}

async function runRestore(context: OpsContext, { positionals, terminal }: Call): Promise<number> {
  const { restoreBackup } = await import('./restore.js');
  const [file = '-'] = positionals;
  const source = file === '-' ? terminal.stdin : (await open(file)).createReadStream();
  const { createdAt, version } = await restoreBackup(context, await unpacked(source));
  context.say(`Restored the backup of ${createdAt}, made by version ${version}.`);
  return 0;
}

/** The tar itself. Its first bytes say whether it is packed: standard input has no name, and a name may be wrong. */
async function unpacked(source: Readable): Promise<Readable> {
  let head = Buffer.alloc(0);
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    head = Buffer.concat([head, chunk]);
    if (head.length >= GZIP_MAGIC.length) break;
  }
  const whole = async function* (): AsyncGenerator<Buffer> {
    yield head;
    yield* source as AsyncIterable<Buffer>;
  };
  const backup = Readable.from(whole(), { objectMode: false });
  return head.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC) ? gunzip(backup) : backup;
}

function gunzip(source: Readable): Readable {
  const plain = createGunzip();
  // The first bytes may fail before anybody reads: who reads then meets the failure.
  plain.on('error', () => undefined);
  source.on('error', (error) => plain.destroy(error));
  return source.pipe(plain);
}

async function runCreateUser(context: OpsContext, call: Call): Promise<number> {
  const { values, positionals, terminal } = call;
  const role = values['role'] ?? 'MEMBER';
  if (role !== 'MEMBER' && role !== 'VIEWER') throw new OpsError('--role is MEMBER or VIEWER.');
  const workspace = typeof values['workspace'] === 'string' ? values['workspace'] : null;
  if (workspace === null && values['role'] !== undefined)
    throw new OpsError('--role says nothing without --workspace.');
  const password = await givenPassword(call);
  const { createUser } = await import('./users.js');
  const created = await createUser(context, { email: positionals[0] ?? '', password, workspace, role });
  if (created.kind === 'made') tell(terminal, created, password === null);
  else terminal.stdout.write(`${created.email} is a member of ${workspace ?? ''} now, and signs in as before.\n`);
  return 0;
}

async function runResetPassword(context: OpsContext, call: Call): Promise<number> {
  const password = await givenPassword(call);
  const { resetPassword } = await import('./users.js');
  tell(call.terminal, await resetPassword(context, call.positionals[0] ?? '', password), password === null);
  return 0;
}

async function runRemoveUser(context: OpsContext, { positionals, terminal }: Call): Promise<number> {
  const { removeUser } = await import('./users.js');
  terminal.stdout.write(`${await removeUser(context, positionals[0] ?? '')} is removed.\n`);
  return 0;
}

async function runEraseWorkspace(context: OpsContext, { positionals, terminal }: Call): Promise<number> {
  const { eraseWorkspace } = await import('./workspaces.js');
  const [slug = ''] = positionals;
  await eraseWorkspace(context, slug);
  terminal.stdout.write(`${slug} is erased. Nobody else is given its slug.\n`);
  return 0;
}

async function runMigrate({ client }: OpsContext, { terminal, say }: Call): Promise<number> {
  const applied = await migrate(client, undefined, {
    onWait: (name, attempt) => {
      if (attempt === 1) say(`${name} waits for a lock that a long transaction holds.`);
    },
  });
  terminal.stdout.write(applied.length === 0 ? 'Nothing to apply.\n' : `Applied: ${applied.join(', ')}\n`);
  return 0;
}

async function runPlan({ client }: OpsContext, { terminal, values }: Call): Promise<number> {
  const pending = await pendingMigrations(client);
  if (pending.length === 0) terminal.stdout.write('Nothing to apply.\n');
  for (const { name, sql } of pending) {
    terminal.stdout.write(values['sql'] === true ? `-- ${name}\n${sql}\n` : `${name}\n`);
  }
  return 0;
}

async function givenPassword({ values, terminal }: Call): Promise<string | null> {
  return values['password-stdin'] === true ? (await text(terminal.stdin)).replace(/\r?\n$/, '') : null;
}

/** A password that its owner typed is never shown. */
function tell(terminal: Terminal, { email, password }: SetPassword, isNew: boolean): void {
  terminal.stdout.write(isNew ? `${email} can sign in with the password ${password}\n` : `${email} can sign in.\n`);
}
