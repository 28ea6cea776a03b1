import { expect, test } from 'vitest';
import { ApiError } from '../../platform/errors/index.js';
import { readImportFile } from './import-file.js';

const ROW = { destination_url: 'https://example.com/1', title: 'Ü' };

async function ruleOf(content: string | Buffer): Promise<string | undefined> {
  try {
    await readImportFile(Buffer.from(content));
    return undefined;
  } catch (error) {
    return error instanceof ApiError ? error.details.errors?.[0]?.rule : String(error);
  }
}

test.each([',', ';', '\t', '|'])('cells are separated by %j', async (mark) => {
  const csv = `destination_url${mark}title\nhttps://example.com/1${mark}Ü\n`;
  for (const text of [csv, `sep=${mark}\n${csv}`]) {
    expect((await readImportFile(Buffer.from(text))).rows).toEqual([ROW]);
  }
});

test('the declared separator is the one, whatever the header has', async () => {
  const file = await readImportFile(Buffer.from('sep=;\rdestination_url\rhttps://example.com/?a=1,2\r'));
  expect(file.rows).toEqual([{ destination_url: 'https://example.com/?a=1,2' }]);
});

test('UTF-16 is read where a byte order mark says so', async () => {
  const little = Buffer.from('\uFEFFdestination_url,title\nhttps://example.com/1,Ü', 'utf16le');
  for (const bytes of [little, Buffer.from(little).swap16()]) {
    expect((await readImportFile(bytes)).rows).toEqual([ROW]);
  }
});

test('rows that are empty but for separators are no rows, however many', async () => {
  const csv = `destination_url,title\n,,\n ,\n\nhttps://example.com/1,Ü\n${',\n'.repeat(2_000)}`;
  expect((await readImportFile(Buffer.from(csv))).rows).toEqual([ROW]);
  expect(await ruleOf('destination_url,title\n,\n,,\n')).toBe('file_no_rows');
});

test.each([
  ['file_spreadsheet', 'PK\u0003\u0004rest'],
  ['file_spreadsheet', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ['file_archive', Buffer.from('1f8b0800', 'hex')],
  ['file_pdf', '%PDF-1.7'],
  ['file_web_page', '<!DOCTYPE html><p>'],
  ['file_sql', 'INSERT INTO links VALUES (1)'],
  ['file_json', '[{"destination_url":"https://example.com/1"}]'],
  ['file_not_utf8', Buffer.from('destination_url,title\nhttps://example.com/1,\xdc', 'latin1')],
  ['file_empty', ' \n'],
])('%s names what the file is', async (rule, content) => {
  expect(await ruleOf(content)).toBe(rule);
});
