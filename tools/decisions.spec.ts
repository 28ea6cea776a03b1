import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = new URL('../docs/adr/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');

test('the index names every decision by its number and title, and no other', () => {
  const records = readdirSync(FOLDER).filter((name) => /^\d{4}-.*\.md$/.test(name));
  const titles = records.map((name) => {
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(read(name)) ?? [];
    expect(Number(number)).toBe(Number(name.slice(0, 4)));
    return `${number ?? ''} [${title ?? ''}](${name})`;
  });
  const indexed = [...read('README.md').matchAll(/^\| (\d+) +\| (\[.+\]\(.+\)) +\|$/gm)];
  expect(indexed.map(([, number, link]) => `${number ?? ''} ${link ?? ''}`)).toEqual(titles);
});
