import { join } from 'node:path';
import type { Config } from '../../platform/config/index.js';
import { OutsideError } from '../../platform/errors/outside-error.js';
import { reasonOf } from '../../platform/errors/reason.js';
import { openStorage, connect, type OpsContext } from '../ops-context.js';
import { beginRun } from '../begin-run.js';
import { OpsError } from '../ops-error.js';
import { createBackup, type BackupContent } from './backup.js';
import { isBackup, nameOfBackup, timeOfBackup } from './backup-names.js';
import { BucketTarget, FolderTarget, type BackupTarget } from './backup-target.js';
import { checkBackup } from './check-backup.js';
import { timesToKeep } from './keep-rule.js';

/** Result of a scheduled backup. */
export interface ScheduledBackup {
  readonly name: string;
  readonly place: string;
  readonly bytes: number;
  readonly rows: number;
  readonly removed: number;
}

/** The configured targets; empty when none is configured. */
export function backupTargets({ backup, dataDir }: Config): BackupTarget[] {
  if (backup === null) return [];
  return [
    ...(backup.dir === null ? [] : [new FolderTarget(backup.dir)]),
    ...(backup.s3 === null ? [] : [new BucketTarget(backup.s3, join(dataDir, 'backup'))]),
  ];
}

/**
 * Writes a backup to every configured target, verifies it by reading it back, and removes old ones by the rule. A
 * failing target does not prevent the backups of the others.
 * @param at time for its name, Unix milliseconds.
 * @throws Error for the first target that failed, after all targets were tried.
 */
export async function runBackup(
  config: Config,
  at: number,
  content: BackupContent = 'all',
): Promise<ScheduledBackup[]> {
  const targets = backupTargets(config);
  if (targets.length === 0) throw new OpsError('Neither BACKUP_DIR nor BACKUP_S3_BUCKET is set.');
  const done: ScheduledBackup[] = [];
  const failures: unknown[] = [];
  for (const target of targets) {
    try {
      done.push(await backUpTo(config, target, at, content));
    } catch (error) {
      const reason = reasonOf(error);
      const isNamed = error instanceof OutsideError && reason.includes(target.place);
      failures.push(isNamed ? error : new OutsideError(`${target.place}: ${reason}`, { cause: error }));
    }
  }
  if (failures.length > 0) throw failures[0];
  return done;
}

async function backUpTo(
  config: Config,
  target: BackupTarget,
  at: number,
  content: BackupContent,
): Promise<ScheduledBackup> {
  // A connection for each target: one that fails may leave its own in the middle of a table.
  const client = await connect(config.databaseUrl ?? '');
  try {
    await beginRun(client, 'backup', () => target.removeParts());
    return await writeAndCheck(
      { config, client, storage: openStorage(config), print: () => undefined },
      target,
      at,
      content,
    );
  } finally {
    await client.end();
  }
}

async function writeAndCheck(
  context: OpsContext,
  target: BackupTarget,
  at: number,
  content: BackupContent,
): Promise<ScheduledBackup> {
  const name = nameOfBackup(at);
  const { stream, summary } = createBackup(context, content);
  let bytes: number;
  try {
    bytes = await target.write(name, stream);
    await checkBackup(await target.read(name));
  } catch (error) {
    // A damaged backup must not be taken for the newest.
    stream.destroy();
    await target.remove(name).catch(() => undefined);
    throw error;
  }
  const { rows } = await summary;
  const removed = await removeOld(target, context.config, name).catch((error: unknown) => {
    throw new OutsideError(`${name} is written and checked, but older ones cannot be removed: ${reasonOf(error)}`, {
      cause: error,
    });
  });
  return { name, place: target.place, bytes, rows, removed };
}

/** Names of our backups in a target, newest first. */
export async function listBackups(target: BackupTarget): Promise<string[]> {
  return (await target.list()).filter(isBackup).sort().reverse();
}

async function removeOld(target: BackupTarget, { backup }: Config, justMade: string): Promise<number> {
  if (backup === null) return 0;
  const names = await listBackups(target);
  const kept = timesToKeep(names.map(timeOfBackup), backup.keep);
  const old = names.filter((name) => name !== justMade && !kept.has(timeOfBackup(name)));
  for (const name of old) await target.remove(name);
  return old.length;
}
