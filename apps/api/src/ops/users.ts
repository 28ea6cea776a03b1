import { randomInt } from 'node:crypto';
import { LIMITS, type AuditType, type Role } from '@signpost/contracts';
import { lengthOf } from '@signpost/domain';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditRepository, AuditService } from '../audit/index.js';
import {
  AccountsRepository,
  PasswordValidator,
  SecondFactorsRepository,
  SessionsRepository,
  UserTokensRepository,
  type Account,
} from '../auth/index.js';
import { ENTITIES } from '../entities.js';
import { enqueueMail, MailCipher, type Mail } from '../mails/index.js';
import { MembersRepository } from '../members/index.js';
import { DatabaseClient, execute, rows } from '../platform/database/index.js';
import { ApiError } from '../platform/errors/index.js';
import { hashPassword } from '../platform/security/index.js';
import { withSessionSecret } from '../platform/security/session-secret.js';
import { Clock } from '../platform/time/index.js';
import { isAddress } from '../platform/validation/index.js';
import { CLI_CONNECTION, type OpsContext } from './ops-context.js';
import { OpsError } from './ops-error.js';

/** An account with its new password. */
export interface SetPassword {
  readonly email: string;
  readonly password: string;
}

/** Result of `user:create`: a new account, or the membership of an existing one. */
export type CreatedUser =
  ({ readonly kind: 'made' } & SetPassword) | { readonly kind: 'joined'; readonly email: string };

/** Arguments of `user:create`. */
export interface NewUser {
  readonly email: string;
  /** Null: a random one is generated. */
  readonly password: string | null;
  /** Slug of a workspace to join; null: none. */
  readonly workspace: string | null;
  readonly role: 'MEMBER' | 'VIEWER';
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * Creates a verified account and, if a workspace is given, its membership; an existing account is added to the
 * workspace unchanged.
 * @throws OpsError when there is nothing to do, the address is malformed or not verified, the password is weak or not
 *   applicable, or there is no such workspace.
 */
export async function createUser(context: OpsContext, user: NewUser): Promise<CreatedUser> {
  const email = requireEmail(user.email);
  const password = await requirePassword(user.password ?? newPassword(), email);
  const hash = await hashPassword(password);
  return withSource(context, async (tx, parts): Promise<CreatedUser> => {
    const account = await parts.accounts.findByEmail(email, tx);
    if (account !== null) {
      if (user.workspace === null) raise(`${email} already has an account. Use --workspace to add it to a workspace.`);
      if (user.password !== null)
        raise(`${email} already has an account and keeps its password. Leave out --password-stdin.`);
      // An account with an unverified address may belong to an attacker, so it must not join a workspace.
      if (!account.verified) raise(`${email} has an unverified account. Verify it with user:reset-password first.`);
      await join(tx, parts, { userId: account.id, email, workspace: user.workspace, role: user.role });
      return { kind: 'joined', email };
    }
    const { id: userId } = await parts.accounts.insert(email, new Date(), tx);
    await parts.accounts.setPassword(userId, email, { hash, isProven: true }, tx);
    if (user.workspace !== null) await join(tx, parts, { userId, email, workspace: user.workspace, role: user.role });
    return { kind: 'made', email, password };
  });
}

async function join(
  tx: EntityManager,
  { members, audit }: Parts,
  { userId, email, workspace: slug, role }: { userId: string; email: string; workspace: string; role: NewUser['role'] },
): Promise<void> {
  const [workspace] = await rows<{ id: string }>(tx, LOCK_WORKSPACE, [slug]);
  if (workspace === undefined) raise(`There is no workspace ${slug}.`);
  if (!(await members.insert(workspace.id, userId, role, tx))) raise(`${email} is already a member of ${slug}.`);
  const detail = { email, role, by: 'command line' };
  await audit.record({ workspaceId: workspace.id, userId: null }, 'invitation_accepted', { detail }, tx);
}

/**
 * Sets a new password, verifies the address and ends every session of the account.
 * @throws OpsError when there is no such account or the password is weak.
 */
export async function resetPassword(context: OpsContext, address: string, given: string | null): Promise<SetPassword> {
  const email = requireEmail(address);
  const password = await requirePassword(given ?? newPassword(), email);
  const hash = await hashPassword(password);
  await withSource(context, async (tx, parts) => {
    const account = await accountOf(email, parts, tx);
    // Locked as in the application, to serialise it with concurrent sign-ins and password changes.
    await parts.accounts.lock(account.id, tx);
    await parts.accounts.setPassword(account.id, email, { hash, isProven: true }, tx);
    await parts.accounts.markVerified(account.id, new Date(), tx);
    await parts.tokens.revokeAll(account.id, 'reset_password', tx);
    await parts.tokens.revokeAll(account.id, 'verify_email', tx);
    await parts.sessions.endAllOf(account.id, tx);
    await recordEverywhere(account, 'password_reset', parts, tx);
  });
  return { email, password };
}

/**
 * A link that signs the account in, once, within ten minutes, bypassing passwords, providers and the second factor.
 * @throws OpsError when there is no such account.
 */
export async function createSignInLink(context: OpsContext, address: string): Promise<string> {
  const email = requireEmail(address);
  const token = await withSource(context, async (tx, parts) => {
    const account = await accountOf(email, parts, tx);
    return parts.tokens.issue(account.id, 'sign_in', tx);
  });
  return `${context.config.publicOrigin}/api/auth/sign-in-link?token=${token}`;
}

/**
 * Removes the authenticator secret and recovery codes of an account whose owner has lost them. Passkeys stay.
 * @throws OpsError when there is no such account, or its second factor is off.
 */
export async function resetSecondFactor(context: OpsContext, address: string): Promise<string> {
  const email = requireEmail(address);
  await withSource(context, async (tx, parts) => {
    const account = await accountOf(email, parts, tx);
    if (!(await parts.factors.remove(account.id, tx))) raise(`The second factor of ${email} is already off.`);
    await recordEverywhere(account, 'second_factor_disabled', parts, tx);
    const accountUrl = `${context.config.publicOrigin}/account`;
    const mail = { kind: 'security', about: 'second_factor_disabled', to: email, name: null, left: null } as const;
    await parts.mail({ ...mail, accountUrl }, tx);
  });
  return email;
}

/**
 * Removes an account with its sign-in methods, sessions and memberships. What it created stays, without its name; the
 * activity logs of its workspaces record the removal with its address.
 * @returns the address.
 */
export async function removeUser(context: OpsContext, address: string): Promise<string> {
  const email = requireEmail(address);
  await withSource(context, async (tx, parts) => {
    const { members, audit } = parts;
    const account = await accountOf(email, parts, tx);
    const joined = await rows<{ workspace_id: string; slug: string; role: Role }>(tx, LOCK_MEMBERSHIPS, [account.id]);
    const owned = joined.filter(({ role }) => role === 'OWNER').map(({ slug }) => slug);
    if (owned.length > 0) raise(`${email} owns ${owned.join(', ')}. Transfer or delete what the account owns first.`);
    for (const { workspace_id: workspaceId } of joined) {
      const actor = { workspaceId, userId: null };
      await members.clearResponsibility(actor, account.id, tx);
      const detail = { userId: account.id, email, by: 'command line' };
      await audit.record(actor, 'member_removed', { detail }, tx);
    }
    await execute(tx, 'DELETE FROM invitations WHERE email = $1', [email]);
    await execute(tx, 'DELETE FROM users WHERE id = $1', [account.id]);
  });
  return email;
}

async function accountOf(email: string, { accounts }: Parts, tx: EntityManager): Promise<Account> {
  return (await accounts.findByEmail(email, tx)) ?? raise(`There is no account ${email}.`);
}

/** Tells the activity log of each workspace that the account is an active member of. */
async function recordEverywhere(
  { id, email }: Account,
  type: AuditType,
  { audit }: Parts,
  tx: EntityManager,
): Promise<void> {
  for (const { workspace_id: workspaceId } of await rows<{ workspace_id: string }>(tx, MEMBERSHIPS, [id])) {
    await audit.record({ workspaceId, userId: null }, type, { detail: { email, by: 'command line' } }, tx);
  }
}

interface Parts {
  readonly accounts: AccountsRepository;
  readonly tokens: UserTokensRepository;
  readonly sessions: SessionsRepository;
  readonly members: MembersRepository;
  readonly audit: AuditService;
  readonly factors: SecondFactorsRepository;
  /** Queues a mail, which the application sends later. */
  readonly mail: (mail: Mail, tx: EntityManager) => Promise<void>;
}

/** Provides the application's services that a command needs, without starting the application. */
async function withSource<T>(
  { config }: OpsContext,
  work: (tx: EntityManager, parts: Parts) => Promise<T>,
): Promise<T> {
  const source = new DataSource({
    type: 'postgres',
    url: config.databaseUrl ?? '',
    poolSize: 2,
    entities: [...ENTITIES],
    applicationName: CLI_CONNECTION,
    extra: { Client: DatabaseClient },
  });
  await source.initialize();
  try {
    const clock = new Clock();
    const audit = new AuditService(source, new AuditRepository(source), clock);
    audit.onModuleInit();
    const parts: Parts = {
      accounts: new AccountsRepository(source),
      tokens: new UserTokensRepository(source, clock),
      sessions: new SessionsRepository(source, clock),
      members: new MembersRepository(source),
      audit,
      factors: new SecondFactorsRepository(source),
      mail: (mail, tx) => enqueueMail(new MailCipher(withSessionSecret(config)), mail, tx),
    };
    return await source.transaction((tx) => work(tx, parts));
  } finally {
    await source.destroy();
  }
}

function requireEmail(address: string): string {
  const email = address.trim().toLowerCase();
  return isAddress(email) && email.length <= LIMITS.emailLength ? email : raise(`${address} is not an email address.`);
}

async function requirePassword(password: string, email: string): Promise<string> {
  const length = lengthOf(password);
  if (length < LIMITS.accountPasswordMin || length > LIMITS.accountPasswordMax) {
    raise(`A password has ${LIMITS.accountPasswordMin} to ${LIMITS.accountPasswordMax} characters.`);
  }
  const validator = new PasswordValidator();
  try {
    await validator.requireStrong(password, email, { client: 'the command line' });
  } catch (error) {
    if (error instanceof ApiError) raise(error.details.errors?.[0]?.message ?? error.message);
    throw error;
  } finally {
    await validator.onApplicationShutdown();
  }
  return password;
}

/** About 99 bits, easy to read aloud: five groups of four. */
function newPassword(): string {
  const group = (): string => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: 5 }, group).join('-');
}

function raise(message: string): never {
  throw new OpsError(message);
}

const LOCK_WORKSPACE = `
  SELECT id FROM workspaces WHERE slug = $1 AND deleted_at IS NULL AND demo_expires_at IS NULL FOR NO KEY UPDATE`;
const LOCK_MEMBERSHIPS = `
  SELECT m.workspace_id, w.slug, m.role FROM memberships m JOIN workspaces w ON w.id = m.workspace_id
  WHERE m.user_id = $1 AND w.deleted_at IS NULL ORDER BY w.no FOR UPDATE OF m`;
const MEMBERSHIPS = `
  SELECT m.workspace_id FROM memberships m JOIN workspaces w ON w.id = m.workspace_id
  WHERE m.user_id = $1 AND m.is_active AND w.deleted_at IS NULL`;
