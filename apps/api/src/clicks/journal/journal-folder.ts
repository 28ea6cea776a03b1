import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/*
 * Files of the click journals: `<journal id>-<first position>.clicks` are the segments of a journal,
 * `<journal id>.owner` names the process that appends to it. The extension contains the version of the format: `.clicks` is
 * version 1, later versions append their number (`.clicks2`). A process reads its own and older versions, and ignores newer ones.
 */

/** Version of the journal format that this build writes; rules in ADR 26. */
const JOURNAL_VERSION = 1;

/** An owner that cannot be checked (on another machine or in another container) counts as dead after this time without a change. */
const SILENCE_MS = 30_000;

/** A file of a journal. */
export interface Segment {
  readonly path: string;
  /** Position of its first byte within the journal. */
  readonly base: number;
}

interface Owner {
  pid: number;
  /** Start time of the process, which distinguishes it from a later one with the same id; null where unknown. */
  started: string | null;
  /** Machine and process namespace in which `pid` is valid. */
  space: string;
}

const SEGMENT_NAME = /^([0-9a-f-]{36})-(\d{16})\.clicks([2-9]|[1-9]\d+)?$/;
const OWNER_NAME = /^([0-9a-f-]{36})\.owner$/;

/** Path of the segment that begins at `base`. Its version is part of its name from the second on. */
export function segmentPath(folder: string, journalId: string, base: number, version = JOURNAL_VERSION): string {
  return join(folder, `${journalId}-${String(base).padStart(16, '0')}.clicks${version === 1 ? '' : version}`);
}

function ownerPath(folder: string, journalId: string): string {
  return join(folder, `${journalId}.owner`);
}

function homePath(folder: string, journalId: string): string {
  return join(folder, `${journalId}.home`);
}

/** Stores which database a journal belongs to, so that it can be registered on a standby that has taken over. */
export function writeHome(folder: string, journalId: string, home: string): void {
  if (readHome(folder, journalId) !== home) writeFileSync(homePath(folder, journalId), home, { mode: 0o600 });
}

/** The database that a journal belongs to; null when it was never stored. */
export function readHome(folder: string, journalId: string): string | null {
  try {
    return readFileSync(homePath(folder, journalId), 'utf8');
  } catch {
    return null;
  }
}

/** Writes the owner file that names this process. Called before the first segment is written. */
export function claimJournal(folder: string, journalId: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const owner: Owner = { pid: process.pid, started: startTime(process.pid), space: processSpace() };
  writeFileSync(ownerPath(folder, journalId), JSON.stringify(owner), { mode: 0o600 });
}

/** Updates the time of the owner file, a heartbeat for processes that cannot check this one. */
export function touchOwner(folder: string, journalId: string): void {
  const now = new Date();
  utimesSync(ownerPath(folder, journalId), now, now);
}

/** Segments of a journal that a build of this version can read, oldest first. */
export function listSegments(folder: string, journalId: string, version = JOURNAL_VERSION): Segment[] {
  const segments: Segment[] = [];
  for (const name of readFolder(folder)) {
    const match = SEGMENT_NAME.exec(name);
    if (match?.[1] !== journalId || versionOf(match) > version) continue;
    segments.push({ path: join(folder, name), base: Number(match[2]) });
  }
  return segments.sort((a, b) => a.base - b.base);
}

/** All journals with a file in the folder, except those with a segment of a newer version. */
export function listJournals(folder: string, version = JOURNAL_VERSION): string[] {
  const newer = new Set(listNewerJournals(folder, version));
  const ids = new Set<string>();
  for (const name of readFolder(folder)) {
    const id = (SEGMENT_NAME.exec(name) ?? OWNER_NAME.exec(name))?.[1];
    if (id !== undefined && !newer.has(id)) ids.add(id);
  }
  return [...ids].sort();
}

/** Journals with a segment of a version newer than `version`: only a process of that version can store them. */
export function listNewerJournals(folder: string, version = JOURNAL_VERSION): string[] {
  const ids = new Set<string>();
  for (const name of readFolder(folder)) {
    const segment = SEGMENT_NAME.exec(name);
    if (segment?.[1] !== undefined && versionOf(segment) > version) ids.add(segment[1]);
  }
  return [...ids].sort();
}

function versionOf(segment: RegExpExecArray): number {
  return Number(segment[3] ?? 1);
}

/** Removes a journal that has been stored completely. */
export function removeJournal(folder: string, journalId: string): void {
  for (const segment of listSegments(folder, journalId)) rmSync(segment.path, { force: true });
  rmSync(homePath(folder, journalId), { force: true });
  rmSync(ownerPath(folder, journalId), { force: true });
}

/**
 * Determines whether the process that appends to a journal may be alive. A process of the same machine is checked directly.
 * Any other counts as dead when no file time of its journal has changed for half a minute. Times are compared only for
 * changes, because clocks jump, and those of two machines differ.
 */
export class JournalOwners {
  private readonly seen = new Map<string, { readonly change: number; readonly since: number }>();

  /** @param now milliseconds of a monotonic clock. */
  constructor(
    private readonly folder: string,
    private readonly now: () => number = () => performance.now(),
  ) {}

  isAlive(journalId: string): boolean {
    const owner = readOwner(this.folder, journalId);
    if (owner?.space === processSpace()) return isProcess(owner.pid) && startTime(owner.pid) === owner.started;
    const change = newestChange(this.folder, journalId);
    const before = this.seen.get(journalId);
    if (before?.change === change) return this.now() - before.since < SILENCE_MS;
    this.seen.set(journalId, { change, since: this.now() });
    return true;
  }
}

/** Null without an owner file, or with a truncated one: then the process crashed before it recorded any event. */
function readOwner(folder: string, journalId: string): Owner | null {
  try {
    return JSON.parse(readFileSync(ownerPath(folder, journalId), 'utf8')) as Owner;
  } catch {
    return null;
  }
}

/** Time of the latest heartbeat or record of a journal; 0 without any. */
function newestChange(folder: string, journalId: string): number {
  const paths = [ownerPath(folder, journalId), ...listSegments(folder, journalId).map(({ path }) => path)];
  return Math.max(...paths.map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0));
}

function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Start time in clock ticks since boot (field 22 of /proc/PID/stat); null where there is no /proc. */
function startTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name may contain spaces and parentheses, so fields are counted from the last `)`. State Z is a zombie.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

function processSpace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}
