import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  claimJournal,
  JournalOwners,
  listJournals,
  listNewerJournals,
  listSegments,
  readHome,
  removeJournal,
  segmentPath,
  touchOwner,
  writeHome,
} from './journal-folder.js';

const ID = '01890000-0000-7000-8000-00000000000a';
const OTHER = '01890000-0000-7000-8000-00000000000b';
const SILENCE_MS = 30_000;

let folder: string;

const reallyKill = process.kill.bind(process);

beforeEach(() => {
  // No signal is sent: signal 0 only checks whether a process exists.
  vi.spyOn(process, 'kill').mockImplementation((pid, signal) => {
    if (signal !== 0) throw new Error('this is a signal');
    return reallyKill(pid, 0);
  });
  folder = join(mkdtempSync(join(tmpdir(), 'signpost-journal-folder-')), 'journal');
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

const ownerFile = (id = ID): string => join(folder, `${id}.owner`);

interface OwnerFile {
  pid: number;
  started: string | null;
  space: string;
}

/** Claims a journal, then replaces fields of its owner file. */
function claim(changes: Partial<OwnerFile> = {}, id = ID): void {
  claimJournal(folder, id);
  const owner = JSON.parse(readFileSync(ownerFile(id), 'utf8')) as OwnerFile;
  writeFileSync(ownerFile(id), JSON.stringify({ ...owner, ...changes }));
}

function aSegment(id: string, base: number, bytes: number): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(segmentPath(folder, id, base), Buffer.alloc(bytes));
  return segmentPath(folder, id, base);
}

describe('files of journals', () => {
  test('segments are named after their journal and position, and listed oldest first', () => {
    expect(segmentPath('/f', ID, 1234)).toBe(`/f/${ID}-0000000000001234.clicks`);
    const paths = [aSegment(ID, 200, 5), aSegment(ID, 0, 3), aSegment(ID, 30, 7)];
    aSegment(OTHER, 10, 1);
    expect(listSegments(folder, ID)).toEqual([
      { path: paths[1], base: 0 },
      { path: paths[2], base: 30 },
      { path: paths[0], base: 200 },
    ]);
  });

  test('journals are identified by their segments or owner file, once each; other files are ignored', () => {
    claim({}, OTHER);
    aSegment(ID, 0, 1);
    aSegment(ID, 1, 1);
    for (const name of [
      'notes.txt',
      `${ID}.rejected`,
      `${ID}-1.clicks`,
      `x${ID}.owner`,
      `${ID}-0000000000000000.clicks.part`,
    ])
      writeFileSync(join(folder, name), 'x');
    expect(listJournals(folder)).toEqual([ID, OTHER]);
    expect(listSegments(folder, ID)).toHaveLength(2);
  });

  test('an older build ignores a newer journal, and a newer build reads an older one', () => {
    claim();
    aSegment(ID, 0, 1);
    writeFileSync(segmentPath(folder, OTHER, 0, 2), 'x');
    expect(segmentPath('/f', OTHER, 0, 2)).toBe(`/f/${OTHER}-0000000000000000.clicks2`);
    expect([listJournals(folder), listNewerJournals(folder), listSegments(folder, OTHER)]).toEqual([[ID], [OTHER], []]);
    expect([listJournals(folder, 2), listNewerJournals(folder, 2)]).toEqual([[ID, OTHER], []]);
    expect([listSegments(folder, ID, 2), listSegments(folder, OTHER, 2)]).toEqual([
      [{ path: segmentPath(folder, ID, 0), base: 0 }],
      [{ path: segmentPath(folder, OTHER, 0, 2), base: 0 }],
    ]);
    // No version writes these extensions.
    for (const ending of ['0', '1', '02', 'x']) writeFileSync(`${segmentPath(folder, ID, 5)}${ending}`, 'x');
    expect(listSegments(folder, ID, 99)).toHaveLength(1);
  });

  test('a missing folder has no journals; one that cannot be read is an error', () => {
    expect([listJournals(folder), listSegments(folder, ID)]).toEqual([[], []]);
    writeFileSync(folder, 'a file');
    expect(() => listJournals(folder)).toThrow('ENOTDIR');
  });

  test('a journal is removed with all of its files, and no other is touched', () => {
    claim();
    claim({}, OTHER);
    aSegment(ID, 0, 1);
    aSegment(ID, 1, 1);
    aSegment(OTHER, 0, 1);
    writeHome(folder, ID, 'a database');
    writeHome(folder, OTHER, 'a database');
    removeJournal(folder, ID);
    removeJournal(folder, ID);
    expect([readHome(folder, ID), readHome(folder, OTHER)]).toEqual([null, 'a database']);
    expect(listJournals(folder)).toEqual([OTHER]);
    expect([existsSync(ownerFile()), existsSync(ownerFile(OTHER))]).toEqual([false, true]);
    expect(listSegments(folder, OTHER)).toHaveLength(1);
  });

  test('a journal knows its database, and is written only when that is another one', () => {
    claim();
    expect(readHome(folder, ID)).toBeNull();
    writeHome(folder, ID, 'one');
    expect(readHome(folder, ID)).toBe('one');
    const home = join(folder, `${ID}.home`);
    expect(statSync(home).mode & 0o777).toBe(0o600);
    utimesSync(home, 1, 1);
    writeHome(folder, ID, 'one');
    expect(statSync(home).mtimeMs).toBe(1000);
    writeHome(folder, ID, 'another');
    expect(readHome(folder, ID)).toBe('another');
  });

  test('an owner is a process id, its start time and the namespace of the id', () => {
    claimJournal(folder, ID);
    // Field 22 of the line; the command name, in parentheses, may contain anything.
    const [, fields] = /^.*\) (.*)$/s.exec(readFileSync('/proc/self/stat', 'utf8')) ?? [];
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    expect(JSON.parse(readFileSync(ownerFile(), 'utf8'))).toEqual({
      pid: process.pid,
      started: fields?.split(' ')[22 - 3],
      space: `${boot}/${readlinkSync('/proc/self/ns/pid')}`,
    });
  });

  test('the files can only be read by their owner', () => {
    claimJournal(folder, ID);
    expect([statSync(folder).mode & 0o777, statSync(ownerFile()).mode & 0o777]).toEqual([0o700, 0o600]);
  });

  test('a heartbeat changes the owner file', () => {
    claim();
    utimesSync(ownerFile(), 1, 1);
    touchOwner(folder, ID);
    expect(Math.abs(statSync(ownerFile()).mtimeMs - Date.now())).toBeLessThan(60_000);
    rmSync(ownerFile());
    expect(() => touchOwner(folder, ID)).toThrow('ENOENT');
  });
});

describe('an owner of the same machine', () => {
  const isAlive = (): boolean => new JournalOwners(folder).isAlive(ID);

  test('is alive while its process is', () => {
    claim();
    expect(isAlive()).toBe(true);
  });

  test('is checked through its process, whatever its files say', () => {
    claim();
    utimesSync(ownerFile(), 1, 1);
    let now = 0;
    const owners = new JournalOwners(folder, () => now);
    for (; now <= 3 * SILENCE_MS; now += SILENCE_MS) expect(owners.isAlive(ID)).toBe(true);
  });

  test.each([
    ['a number that no process has', { pid: 2 ** 30 }],
    ['a number that no process has, where starts are not known', { pid: 2 ** 30, started: null }],
    ['a later process with the same number', { started: '1' }],
  ])('is dead with %s', (_, changes) => {
    claim(changes);
    expect(isAlive()).toBe(false);
  });

  test('is dead when its process has ended', () => {
    const { pid } = spawnSync('true');
    claim({ pid });
    expect(isAlive()).toBe(false);
  });

  test('is dead when its process is a zombie', async () => {
    // The shell is replaced by a program that does not wait for the child, which so remains a zombie.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const pid = Number(String((await once(parent.stdout, 'data'))[0]));
      // The shell itself would wait for it.
      while (readFileSync(`/proc/${parent.pid}/comm`, 'utf8') !== 'sleep\n') {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      spawnSync('kill', [String(pid)]);
      const fields = (): string[] => {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      };
      while (fields()[0] !== 'Z') await new Promise((resolve) => setTimeout(resolve, 5));
      claim({ pid, started: fields()[19] ?? null });
      expect(isAlive()).toBe(false);
    } finally {
      parent.kill();
    }
  });

  test('of another account is alive, although no signal may be sent to it', () => {
    claim();
    vi.mocked(process.kill).mockImplementation(() => {
      throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
    });
    expect(isAlive()).toBe(true);
  });
});

describe('an owner whose process cannot be checked', () => {
  let now: number;
  let owners: JournalOwners;
  beforeEach(() => {
    now = 5;
    owners = new JournalOwners(folder, () => now);
  });
  /** Whether it counts as alive `milliseconds` later. */
  const after = (milliseconds: number): boolean => {
    now += milliseconds;
    return owners.isAlive(ID);
  };
  const elsewhere = { space: 'another container' };

  test('is dead after half a minute without a change', () => {
    claim(elsewhere);
    expect([after(0), after(SILENCE_MS - 1), after(1)]).toEqual([true, true, false]);
  });

  test('stays alive with each heartbeat, even if its clock goes back', () => {
    claim(elsewhere);
    for (let beat = 10; beat > 0; beat -= 1) {
      utimesSync(ownerFile(), beat, beat);
      expect([after(0), after(SILENCE_MS - 1)]).toEqual([true, true]);
    }
    expect(after(1)).toBe(false);
  });

  test('is not dead because its file times are old: a clock that jumps a day changes nothing', () => {
    claim(elsewhere);
    utimesSync(ownerFile(), 1, 1);
    expect(after(0)).toBe(true);
  });

  test('stays alive with each record', () => {
    claim(elsewhere);
    const path = aSegment(ID, 0, 1);
    for (let second = 4_000_000_000; second < 4_000_000_004; second += 1) {
      utimesSync(path, second, second);
      expect([after(0), after(SILENCE_MS - 1)]).toEqual([true, true]);
    }
    expect(after(1)).toBe(false);
  });

  test.each([
    ['without an owner file', () => aSegment(ID, 0, 1)],
    [
      'with a word that a crash cut short',
      () => {
        claim();
        writeFileSync(ownerFile(), '{"pid":');
      },
    ],
  ])('%s: is dead after half a minute', (_, prepare) => {
    prepare();
    expect([after(0), after(SILENCE_MS - 1), after(1)]).toEqual([true, true, false]);
  });

  test('each journal is watched independently', () => {
    claim(elsewhere);
    claim(elsewhere, OTHER);
    expect(after(0)).toBe(true);
    now += SILENCE_MS;
    expect([owners.isAlive(OTHER), owners.isAlive(ID)]).toEqual([true, false]);
  });
});
