import { join } from 'node:path';
import { DAY_MS } from '@signpost/domain';
import type { Config } from '../../platform/config/index.js';
import { OutsideError } from '../../platform/errors/outside-error.js';
import { reasonOf } from '../../platform/errors/reason.js';
import { openStorage, connect, type OpsContext } from '../ops-context.js';
import { OpsError } from '../ops-error.js';
import { createBackup } from './backup.js';
import { BucketTarget, FolderTarget, type BackupTarget } from './backup-target.js';
import { checkBackup } from './check-backup.js';
import { timesToKeep } from './keep-rule.js';

/** Names of our own backups; files with other names are never removed. */
const NAME = /^signpost-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.tar\.gz$/;
/** Partial files: those of another run, or left by a killed one. */
const PART = /^(signpost-\d{8}T\d{6}Z\.tar\.gz)(?:\.[\da-f-]{36})?\.part$/;

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
export async function runBackup(config: Config, at: number): Promise<ScheduledBackup[]> {
  const targets = backupTargets(config);
  if (targets.length === 0) throw new OpsError('Neither BACKUP_DIR nor BACKUP_S3_BUCKET is set.');
  const client = await connect(config.databaseUrl ?? '');
  const context: OpsContext = { config, client, storage: openStorage(config), say: () => undefined };
  const done: ScheduledBackup[] = [];
  const failures: unknown[] = [];
  try {
    for (const target of targets) {
      try {
        done.push(await backUpTo(context, target, at));
      } catch (error) {
        const reason = reasonOf(error);
        const isNamed = error instanceof OutsideError && reason.includes(target.place);
        failures.push(isNamed ? error : new OutsideError(`${target.place}: ${reason}`, { cause: error }));
      }
    }
  } finally {
    await client.end();
  }
  if (failures.length > 0) throw failures[0];
  return done;
}

async function backUpTo(context: OpsContext, target: BackupTarget, at: number): Promise<ScheduledBackup> {
  const name = `signpost-${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.tar.gz`;
  const { stream, summary } = createBackup(context);
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
  return (await target.list())
    .filter((name) => NAME.test(name))
    .sort()
    .reverse();
}

async function removeOld(target: BackupTarget, { backup }: Config, justMade: string): Promise<number> {
  if (backup === null) return 0;
  const names = await listBackups(target);
  const kept = timesToKeep(names.map(timeOf), backup.keep);
  const old = names.filter((name) => name !== justMade && !kept.has(timeOf(name)));
  const parts = (await target.list()).filter((name) => {
    const [, whole] = PART.exec(name) ?? [];
    // After a day no run is still writing its part.
    return whole !== undefined && timeOf(whole) < timeOf(justMade) - DAY_MS;
  });
  for (const name of [...old, ...parts]) await target.remove(name);
  return old.length;
}

function timeOf(name: string): number {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
}
