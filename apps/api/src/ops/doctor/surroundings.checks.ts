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

const NO_FOLDER = 'Check DATA_DIR. Signpost creates it at its first start; doctor does not.';

/** Whether DATA_DIR is a folder that can be written and has free space. */
export async function checkDataFolder({ dataDir }: Config): Promise<Verdict> {
  if (!existsSync(dataDir)) return failed(`${dataDir} does not exist`, NO_FOLDER);
  if (!statSync(dataDir).isDirectory())
    return failed(`${dataDir} is not a folder`, 'DATA_DIR must be the path of a folder.');
  try {
    await access(dataDir, constants.W_OK);
  } catch (error) {
    return failed(reasonOf(error), 'Let the user that runs Signpost write to this folder.');
  }
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const text = `${dataDir}, ${(free / GIGABYTE).toFixed(1)} GB free`;
  if (free < GIGABYTE / 4)
    return failed(text, 'Free up disk space: clicks are written here before visitors are redirected.');
  return free < GIGABYTE ? warning(text, 'Free up disk space soon: clicks are written here first.') : ok(text);
}

/** Whether the secrets are set, long enough, and readable by this user alone. */
export function checkSecrets(config: Config): Verdict {
  const file = join(config.dataDir, 'session-secret');
  // An old file is not used when SESSION_SECRET is set.
  const mode = config.sessionSecret === '' ? statSync(file, { throwIfNoEntry: false })?.mode : undefined;
  if (mode !== undefined && (mode & 0o077) !== 0) return failed(`${file} is readable by others`, `chmod 600 ${file}`);
  if (config.jobsSecret === null && config.operatorEmails.length > 0) {
    return warning(
      'OPERATOR_EMAILS is set and JOBS_SECRET is not',
      'Set JOBS_SECRET: without it there is no server status page.',
    );
  }
  if (config.weakSecrets.length > 0) {
    const names = config.weakSecrets.join(' and ');
    return warning(`fewer than ${BEARER_ADVISED} characters: ${names}`, 'Use a longer one: openssl rand -hex 24');
  }
  if (config.sessionSecret !== '') return ok('SESSION_SECRET comes from the environment');
  return ok(`SESSION_SECRET ${mode === undefined ? 'will be created at the first start' : 'is stored'} in ${file}`);
}

/** Whether mails can be sent. */
export async function checkMail({ smtpUrl, isLocal, dataDir }: Config): Promise<Verdict> {
  if (smtpUrl === null) {
    const text = `SMTP_URL is not set: emails are saved as files in ${join(dataDir, 'outbox')}`;
    return isLocal
      ? ok(text)
      : warning(text, 'Set SMTP_URL: without it, nobody receives invitations or password resets.');
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

/** Whether a file can be stored, read and deleted. */
export async function checkStorage({ storage, config: { s3, dataDir } }: Site): Promise<Verdict> {
  const where = s3 === null ? join(dataDir, 'uploads') : `bucket ${s3.bucket} at ${s3.endpoint}`;
  const action =
    s3 === null
      ? 'Let the user that runs Signpost write to this folder.'
      : 'Check S3_ENDPOINT, S3_REGION, S3_BUCKET and the access key, which must be allowed to put, get and delete objects.';
  if (s3 === null && !existsSync(dataDir)) return failed(`${where} does not exist`, NO_FOLDER);
  const key = `doctor-${crypto.randomUUID()}.png`;
  const bytes = Buffer.from('signpost doctor');
  try {
    await storage.put(key, bytes);
    const read = await storage.read(key);
    await storage.delete(key);
    if (read?.equals(bytes) === true) return ok(`files can be written, read and deleted in ${where}`);
    return failed(`${where} returns something else than was written`, action);
  } catch (error) {
    // The storage's own error; the message for visitors has less detail.
    return failed(`${where}: ${reasonOf(error instanceof Error ? (error.cause ?? error) : error)}`, action);
  }
}

/** Checks for logos of workspaces that are missing in the storage, and thus respond 404. */
export async function checkLogos({ client, storage, config }: Site): Promise<Verdict> {
  if (client instanceof Error) return withoutDatabase(client);
  const missing = await findMissingUploads(client, storage);
  if (missing.length === 0) return ok('all logos are in the upload storage');
  const elsewhere = config.s3 === null ? 'a bucket' : join(config.dataDir, 'uploads');
  return warning(
    `missing in the upload storage: ${counted(missing.length, 'logo')}, including ${missing[0] ?? ''}`,
    `If they are still in ${elsewhere}, run signpost uploads:move --to ${config.s3 === null ? 'disk' : 's3'}. Otherwise upload them again.`,
  );
}

/** Whether the shared rate limits answer, if there are any. */
export async function checkRedis({ redisUrl, webConcurrency }: Config): Promise<Verdict> {
  if (redisUrl === null) {
    return webConcurrency === 1
      ? ok('not used: the single process counts rate limits')
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
      'Check REDIS_URL. Until it answers, each instance counts rate limits separately.',
    );
  } finally {
    if (client.isOpen) client.destroy();
  }
}
