import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { secretFromFile } from './secret-file.js';
import { readConfig } from '../config/index.js';
import { withSessionSecret } from './session-secret.js';

vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  return { ...real, existsSync: vi.fn(real.existsSync), writeFileSync: vi.fn(real.writeFileSync) };
});

let folder: string;
let file: string;
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'signpost-secret-'));
  file = join(folder, 'secret');
});
afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

test('is created once, readable by its owner only, and leaves no other file', () => {
  const make = vi.fn(() => 'a secret');
  expect([secretFromFile(file, 8, make), secretFromFile(file, 8, make)]).toEqual(['a secret', 'a secret']);
  expect(make).toHaveBeenCalledOnce();
  expect(fs.readdirSync(folder)).toEqual(['secret']);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
});

test('its content is on the disk before it has its name', () => {
  vi.mocked(fs.writeFileSync).mockImplementationOnce((_part, _content, options) => {
    expect([options, fs.readdirSync(folder)]).toEqual([expect.objectContaining({ flush: true }), []]);
    throw new Error('the power is gone');
  });
  expect(() => secretFromFile(file, 8, () => 'a secret')).toThrow('the power is gone');
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('if another process created the file meanwhile, its secret is used', () => {
  fs.writeFileSync(file, 'the first\n');
  vi.mocked(fs.existsSync).mockReturnValueOnce(false);
  expect(secretFromFile(file, 8, () => 'the second')).toBe('the first');
  expect(fs.readdirSync(folder)).toEqual(['secret']);
});

test.each(['', '\n', 'a secre'])('a file with the content %j is rejected', (content) => {
  fs.writeFileSync(file, content);
  expect(() => secretFromFile(file, 8, () => 'a secret')).toThrow('holds no secret of at least 8 characters');
});

test('the session secret has 48 random bytes', () => {
  const secretNow = () => withSessionSecret(readConfig({ DATA_DIR: folder })).sessionSecret;
  const secret = secretNow();
  expect(secret).toMatch(/^[\w-]{64}$/);
  expect(secretNow()).toBe(secret);
  fs.writeFileSync(join(folder, 'session-secret'), 'x'.repeat(31));
  expect(secretNow).toThrow('at least 32');
});
