/** Names of our own backups; files with other names are never removed. */
const NAME = /^signpost-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.tar\.gz$/;
/** @param at time of the backup, Unix milliseconds. */
export function nameOfBackup(at: number): string {
  return `signpost-${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.tar.gz`;
}

/** Whether a file has the name of one of our backups. */
export function isBackup(name: string): boolean {
  return NAME.test(name);
}

/** Time of one of our backups, Unix milliseconds. */
export function timeOfBackup(name: string): number {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
}
