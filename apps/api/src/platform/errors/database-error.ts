/** SQLSTATE and constraint of a database error, whichever layer wrapped it; null for other errors. */
export interface DatabaseError {
  readonly code: string;
  readonly constraint: string | null;
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout, which ends the connection as the next two do
  '25P03', // idle_in_transaction_session_timeout
  '25P04', // transaction_timeout
  '57014', // query_canceled: by a timeout that the database sets, or by its administrator
  '55P03', // lock_not_available, which such a timeout causes too
  '25006', // read_only_sql_transaction: a standby, or what a provider does to a database whose disk is nearly full
  '28000', // This and the next two only occur when a connection is rejected
  '28P01',
  '3D000',
]);

/** Failed connections, exhausted resources (connections, memory, disk space), and errors of the server's system, as of its disk. */
const UNREACHABLE_CLASS = /^(?:08|53|58)\w{3}$/;

/**
 * Messages for errors without a code: the driver's, and TypeORM's for the next statement of a transaction whose connection has
 * broken between two. They are matched only here.
 */
const UNREACHABLE_TEXT =
  /Connection terminated|not currently accepting connections|Client has encountered a connection error|not queryable|Query read timeout|query runner (?:was )?already released/i;
/** Message for a caller that waited too long for a connection of a pool whose connections are all in use. */
const POOL_IN_USE_TEXT = 'timeout exceeded when trying to connect';
const TOO_MANY_CONNECTIONS = '53300';

/** SQLSTATE: a class of the standard or of PostgreSQL, then three characters. Codes such as `EPIPE` are system errors. */
const SQLSTATE = /^(?:\d[0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/;

/** The error of the database inside `error`, or null. */
export function databaseError(error: unknown): DatabaseError | null {
  const source = driverError(error);
  if (typeof source['code'] !== 'string' || !SQLSTATE.test(source['code'])) return null;
  return { code: source['code'], constraint: typeof source['constraint'] === 'string' ? source['constraint'] : null };
}

/** Whether `error` violates the unique constraint (or unique index) of that name. */
export function violates(error: unknown, constraint: string): boolean {
  const verdict = databaseError(error);
  return verdict?.code === '23505' && verdict.constraint === constraint;
}

/**
 * Foreign keys to the account that a request is made with. Another person's, who answers for a link, is locked before it is
 * written.
 */
const OF_THE_CALLER = /(?<!_responsible)_(?:user_id|actor_id|created_by|invited_by)_fkey$/;

/** Whether `error` means that the account that asks was removed after its session had been read. */
export function isOfRemovedAccount(error: unknown): boolean {
  const verdict = databaseError(error);
  return verdict?.code === '23503' && OF_THE_CALLER.test(verdict.constraint ?? '');
}

/** Whether `error` means that no connection was left in the pool or on the server; {@link isDatabaseUnavailable} is then true as well. */
export function isDatabaseBusy(error: unknown): boolean {
  const { code, message } = driverError(error);
  return code === TOO_MANY_CONNECTIONS || message === POOL_IN_USE_TEXT;
}

/** Whether `error` means that the database is unreachable or can do nothing for now, as opposed to rejecting a statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (isDatabaseBusy(error)) return true;
  const source = driverError(error);
  const code = source['code'];
  if (typeof code === 'string' && (UNREACHABLE.has(code) || UNREACHABLE_CLASS.test(code))) return true;
  // On connect, the missing file is the server's socket; any other missing file has nothing to do with the database.
  if (code === 'ENOENT') return source['syscall'] === 'connect';
  return typeof source['message'] === 'string' && UNREACHABLE_TEXT.test(source['message']);
}

/** SQLSTATE of what the user may not do. */
export const INSUFFICIENT_PRIVILEGE = '42501';
/** What to do about a missing privilege. */
export const OWN_DATABASE = 'Let the user of DATABASE_URL own the database and all that is in it.';

/** What an operator can do about an error of the database, in a sentence; null for a defect and for other errors. */
export function databaseAdvice(error: unknown): string | null {
  if (databaseError(error)?.code === INSUFFICIENT_PRIVILEGE) return OWN_DATABASE;
  return isDatabaseUnavailable(error) ? 'Check the database and DATABASE_URL, then try again.' : null;
}

function driverError(error: unknown): Record<string, unknown> {
  if (typeof error !== 'object' || error === null) return {};
  const wrapped = (error as { driverError?: unknown }).driverError;
  return (typeof wrapped === 'object' && wrapped !== null ? wrapped : error) as Record<string, unknown>;
}
