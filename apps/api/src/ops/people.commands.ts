import { text } from 'node:stream/consumers';
import { inDatabase, type Call, type Commands, type Terminal } from './command.js';
import type { OpsContext } from './ops-context.js';
import { OpsError } from './ops-error.js';
import type { SetPassword } from './users.js';

const PASSWORD = { 'password-stdin': { type: 'boolean' } } as const;

/** Commands for accounts and workspaces. Their dependencies are loaded when they run. */
export const PEOPLE_COMMANDS: Commands = {
  'user:list': {
    usage: 'user:list [--workspace SLUG]',
    about: 'Lists accounts: address, whether it is verified, and its role in each workspace.',
    options: { workspace: { type: 'string' } },
    run: inDatabase('current', runListUsers),
  },
  'user:create': {
    usage: 'user:create <email> [--workspace SLUG] [--role MEMBER|VIEWER] [--password-stdin]',
    about:
      'Creates a verified account, or adds an account to a workspace. Without --password-stdin, prints the password of a new one.',
    options: { ...PASSWORD, workspace: { type: 'string' }, role: { type: 'string' } },
    run: inDatabase('current', runCreateUser),
  },
  'user:reset-password': {
    usage: 'user:reset-password <email> [--password-stdin]',
    about: 'Sets a new password and ends every session of the account.',
    options: PASSWORD,
    run: inDatabase('current', runResetPassword),
  },
  'user:sign-in-link': {
    usage: 'user:sign-in-link <email>',
    about: 'Prints a link that signs in to an account once, within ten minutes and without its second factor.',
    run: inDatabase('current', runSignInLink),
  },
  'user:reset-second-factor': {
    usage: 'user:reset-second-factor <email>',
    about: 'Removes the authenticator app of an account, for example a lost one. Passkeys stay.',
    run: inDatabase('current', runResetSecondFactor),
  },
  'user:remove': {
    usage: 'user:remove <email>',
    about: 'Permanently removes an account. What it created stays, without its name.',
    run: inDatabase('current', runRemoveUser),
  },
  'workspace:list': {
    usage: 'workspace:list',
    about: 'Lists workspaces: slug, state, links, members, owner.',
    run: inDatabase('current', runListWorkspaces),
  },
  'workspace:erase': {
    usage: 'workspace:erase <slug>',
    about: 'Permanently erases the data of a deleted workspace. Its slug stays taken.',
    run: inDatabase('current', runEraseWorkspace),
  },
};

async function runListUsers(context: OpsContext, { values, terminal }: Call): Promise<number> {
  const { listUsers } = await import('./lists.js');
  const workspace = typeof values['workspace'] === 'string' ? values['workspace'] : null;
  for (const line of await listUsers(context, workspace)) terminal.stdout.write(`${line}\n`);
  return 0;
}

async function runListWorkspaces(context: OpsContext, { terminal }: Call): Promise<number> {
  const { listWorkspaces } = await import('./lists.js');
  for (const line of await listWorkspaces(context)) terminal.stdout.write(`${line}\n`);
  return 0;
}

async function runCreateUser(context: OpsContext, call: Call): Promise<number> {
  const { values, positionals, terminal } = call;
  const role = values['role'] ?? 'MEMBER';
  if (role !== 'MEMBER' && role !== 'VIEWER') throw new OpsError('--role must be MEMBER or VIEWER.');
  const workspace = typeof values['workspace'] === 'string' ? values['workspace'] : null;
  if (workspace === null && values['role'] !== undefined) throw new OpsError('--role needs --workspace.');
  const password = await givenPassword(call);
  const { createUser } = await import('./users.js');
  const created = await createUser(context, { email: positionals[0] ?? '', password, workspace, role });
  if (created.kind === 'made') printOutcome(terminal, created, password === null);
  else terminal.stdout.write(`${created.email} is now a member of ${workspace ?? ''} and signs in as before.\n`);
  return 0;
}

async function runResetPassword(context: OpsContext, call: Call): Promise<number> {
  const password = await givenPassword(call);
  const { resetPassword } = await import('./users.js');
  printOutcome(call.terminal, await resetPassword(context, call.positionals[0] ?? '', password), password === null);
  return 0;
}

async function runSignInLink(context: OpsContext, { positionals, terminal }: Call): Promise<number> {
  const { createSignInLink } = await import('./users.js');
  terminal.stdout.write(`${await createSignInLink(context, positionals[0] ?? '')}\n`);
  return 0;
}

async function runResetSecondFactor(context: OpsContext, { positionals, terminal }: Call): Promise<number> {
  const { resetSecondFactor } = await import('./users.js');
  terminal.stdout.write(
    `${await resetSecondFactor(context, positionals[0] ?? '')} signs in without a second factor.\n`,
  );
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
  terminal.stdout.write(`${slug} is erased. Its slug stays taken.\n`);
  return 0;
}

async function givenPassword({ values, terminal }: Call): Promise<string | null> {
  return values['password-stdin'] === true ? (await text(terminal.stdin)).replace(/\r?\n$/, '') : null;
}

/** Prints the result; a password that was passed in is never shown. */
function printOutcome(terminal: Terminal, { email, password }: SetPassword, isNew: boolean): void {
  terminal.stdout.write(isNew ? `${email} can sign in with the password ${password}\n` : `${email} can sign in.\n`);
}
