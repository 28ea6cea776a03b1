import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { counted } from '../../platform/counted.js';
import { inFolder } from '../../platform/errors/outside-error.js';
import { inDatabase, writeToStdout, type Call, type Commands } from '../command.js';
import type { OpsContext } from '../ops-context.js';
import { OpsError } from '../ops-error.js';
import type { BackupContent } from './backup.js';

/** Commands for backup and restore. Their dependencies are loaded when they run. */
export const BACKUP_COMMANDS: Commands = {
  backup: {
    usage: 'backup [file.tar | file.tar.gz | file.tgz | -] [--without-uploads]',
    about:
      'Backs up all tables, as of one moment, and all uploads to one file; without a file, to BACKUP_DIR and BACKUP_S3_BUCKET, and verifies it there. The application may be running. --without-uploads leaves the uploads out, as while their bucket is unavailable.',
    options: { 'without-uploads': { type: 'boolean' } },
    run: inDatabase('migrated', runBackup),
  },
  restore: {
    usage: 'restore <file | ->',
    about: 'Restores a backup into an empty database and the uploads. The application must be stopped.',
    run: inDatabase('any', runRestore),
  },
  'uploads:move': {
    usage: 'uploads:move --to disk|s3',
    about: 'Copies all uploads from the S3_… bucket to DATA_DIR/uploads (disk), or the other way round (s3).',
    options: { to: { type: 'string' } },
    run: inDatabase('migrated', runMoveUploads),
  },
};

async function runMoveUploads(context: OpsContext, { values, terminal }: Call): Promise<number> {
  const { to } = values;
  if (to !== 'disk' && to !== 's3') throw new OpsError('--to must be disk or s3.');
  const { moveUploads } = await import('../uploads.js');
  const { copied, present, missing } = await moveUploads(context, to);
  terminal.stdout.write(`Copied ${counted(copied, 'upload')}; already there: ${present}.\n`);
  for (const key of missing) context.print(`${key} is missing in both places.`);
  return missing.length === 0 ? 0 : 1;
}

async function runBackup(context: OpsContext, { positionals, values, terminal }: Call): Promise<number> {
  const [file] = positionals;
  const content = values['without-uploads'] === true ? 'tables' : 'all';
  if (file === undefined) return runConfiguredBackup(context, content);
  const { createBackup } = await import('./backup.js');
  const { requireBackupName, writeBackupFile } = await import('./backup-file.js');
  if (file !== '-') requireBackupName(file);
  const { stream, summary } = createBackup(context, content);
  if (file === '-') await writeToStdout(stream, terminal);
  else await inFolder('The folder', dirname(resolve(file)), () => writeBackupFile(stream, file));
  const { rows, tables, uploads } = await summary;
  context.print(
    `Backed up ${counted(rows, 'row')} of ${counted(tables, 'table')} and ${counted(uploads, 'uploaded file')}.`,
  );
  return 0;
}

/** Runs the backup job's work immediately, so that configuration errors show on the terminal. */
async function runConfiguredBackup({ config, print }: OpsContext, content: BackupContent): Promise<number> {
  const { runBackup: backUp } = await import('./scheduled-backup.js');
  for (const { name, place, rows } of await backUp(config, Date.now(), content))
    print(`Backed up and verified: ${name} in ${place}, ${counted(rows, 'row')}.`);
  return 0;
}

async function runRestore(context: OpsContext, { positionals, terminal }: Call): Promise<number> {
  const { restoreBackup } = await import('./restore.js');
  const { unpacked } = await import('./backup-file.js');
  const [file = '-'] = positionals;
  const source = file === '-' ? terminal.stdin : (await open(file)).createReadStream();
  const { createdAt, version } = await restoreBackup(context, await unpacked(source));
  context.print(`Restored the backup of ${createdAt}, made by version ${version}.`);
  return 0;
}
