import { existsSync, statSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { createClient } from '@redis/client';
import { BEARER_ADVISED, type Config } from '../../platform/config/index.js';
import { counted } from '../../platform/counted.js';
import { reasonOf } from '../../platform/errors/reason.js';
import type { Site } from '../ops-context.js';
import { findMissingUploads } from '../uploads.js';
import { failed, ok, PATIENCE_MS, warning, withoutDatabase, type Verdict } from './finding.js';

const GIGABYTE = 1024 ** 3;

const NO_FOLDER = 'Check DATA_DIR: Signpost makes it at its first start, and doctor does not.';

export async function checkDataFolder({ dataDir }: Config): Promise<Verdict> {
  if (!existsSync(dataDir)) return failed(`${dataDir} is not there`, NO_FOLDER);
  if (!statSync(dataDir).isDirectory())
    return failed(`${dataDir} is no folder`, 'DATA_DIR must be the path of a folder.');
  try {
    await access(dataDir, constants.W_OK);
  } catch (error) {
    return failed(reasonOf(error), 'Let the user that runs Signpost write to this folder.');
  }
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const text = `${dataDir}, ${(free / GIGABYTE).toFixed(1)} GB free`;
  if (free < GIGABYTE / 4) return failed(text, 'Free space: clicks are written here before visitors are answered.');
  return free < GIGABYTE ? warning(text, 'Free space soon: clicks are written here first.') : ok(text);
}

export function checkSecrets(config: Config): Verdict {
  const file = join(config.dataDir, 'session-secret');
  // An old file is not used when SESSION_SECRET is set.
  const mode = config.sessionSecret === '' ? statSync(file, { throwIfNoEntry: false })?.mode : undefined;
  if (mode !== undefined && (mode & 0o077) !== 0) return failed(`${file} is readable by others`, `chmod 600 ${file}`);
  if (config.jobsSecret === null && config.operatorEmails.length > 0) {
    return warning(
      'OPERATOR_EMAILS is set and JOBS_SECRET is not',
      'Set JOBS_SECRET: without it the operator page does not exist.',
    );
  }
  if (config.weakSecrets.length > 0) {
    const names = config.weakSecrets.join(' and ');
    return warning(`fewer than ${BEARER_ADVISED} characters: ${names}`, 'Use a longer one: openssl rand -hex 24');
  }
  if (config.sessionSecret !== '') return ok('SESSION_SECRET comes from the environment');
  return ok(`SESSION_SECRET ${mode === undefined ? 'will be made at the first start' : 'is kept'} in ${file}`);
}

export async function checkMail({ smtpUrl, publicUrl, dataDir }: Config): Promise<Verdict> {
  if (smtpUrl === null) {
    const text = `no SMTP_URL: mails are files in ${join(dataDir, 'outbox')}`;
    const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(publicUrl.hostname);
    return isLocal ? ok(text) : warning(text, 'Set SMTP_URL, or nobody receives invitations and resets.');
  }
  const transport = createTransport({ url: smtpUrl, connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS });
  try {
    await transport.verify();
    return ok(`${new URL(smtpUrl).host} accepts the connection and the credentials`);
  } catch (error) {
    const reason = reasonOf(error);
    return failed(`${new URL(smtpUrl).host}: ${reason}`, 'Check SMTP_URL: host, port, smtp or smtps, user, password.');
  } finally {
    transport.close();
  }
}

export async function checkStorage({ storage, config: { s3, dataDir } }: Site): Promise<Verdict> {
  const where = s3 === null ? join(dataDir, 'uploads') : `bucket ${s3.bucket} at ${s3.endpoint}`;
  const action =
    s3 === null
      ? 'Let the user that runs Signpost write to this folder.'
      : 'Check S3_ENDPOINT, S3_REGION, S3_BUCKET and the key, which has to put, get and delete objects.';
  if (s3 === null && !existsSync(dataDir)) return failed(`${where} is not there`, NO_FOLDER);
  const key = `doctor-${crypto.randomUUID()}.png`;
  const bytes = Buffer.from('signpost doctor');
  try {
    await storage.put(key, bytes);
    const read = await storage.read(key);
    await storage.delete(key);
    if (read?.equals(bytes) === true) return ok(`${where} takes, returns and deletes files`);
    return failed(`${where} does not return what it was given`, action);
  } catch (error) {
    // The storage's own error; the message for visitors has less detail.
    return failed(`${where}: ${reasonOf(error instanceof Error ? (error.cause ?? error) : error)}`, action);
  }
}

/** Checks for logos of workspaces that are missing in the storage, and thus respond 404. */
export async function checkLogos({ client, storage, config }: Site): Promise<Verdict> {
  if (client instanceof Error) return withoutDatabase(client);
  const missing = await findMissingUploads(client, storage);
  if (missing.length === 0) return ok('every logo is where uploads are kept');
  const elsewhere = config.s3 === null ? 'a bucket' : join(config.dataDir, 'uploads');
  return warning(
    `not where uploads are kept: ${counted(missing.length, 'logo')}, ${missing[0] ?? ''} among them`,
    `Were they kept in ${elsewhere} before? signpost uploads:move --to ${config.s3 === null ? 'disk' : 's3'} brings them here. Otherwise upload them again.`,
  );
}

export async function checkRedis({ redisUrl, webConcurrency }: Config): Promise<Verdict> {
  if (redisUrl === null) {
    return webConcurrency === 1
      ? ok('not used: rate limits are counted by the one process')
      : ok(`not used: the ${webConcurrency} processes of this instance count rate limits together`);
  }
  const client = createClient({ url: redisUrl, socket: { connectTimeout: PATIENCE_MS, reconnectStrategy: false } });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
    return ok(`${new URL(redisUrl).host} answers`);
  } catch (error) {
    return failed(
      `${new URL(redisUrl).host}: ${reasonOf(error)}`,
      'Check REDIS_URL. Until it answers each instance counts rate limits for itself.',
    );
  } finally {
    if (client.isOpen) client.destroy();
  }
}
