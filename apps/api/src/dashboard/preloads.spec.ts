import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { preloadHeader } from './preloads.js';

const SESSION = `theme=dark; signpost_session=${'a'.repeat(43)}`;
const LISTS = {
  '*': { data: ['/api/auth/session'], fonts: [], en: ['main.js', 'en.js'], de: ['main.js', 'de.js'] },
  '/links': {
    data: ['/api/links?perPage=20'],
    fonts: ['media/text.woff2'],
    en: ['list.js', 'en.js'],
    de: ['list.js', 'de.js'],
  },
};

describe('preloadHeader', () => {
  let folder: string;
  let get: (path: string, headers?: Record<string, string>) => Promise<string>;
  let stop: () => void;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'signpost-preloads-'));
    writeFileSync(join(folder, '.preloads.json'), JSON.stringify(LISTS));
    const header = preloadHeader(folder);
    const nothing = preloadHeader(join(folder, 'elsewhere'));
    const app = express();
    app.use((request, response) => {
      const kind = request.get('x-kind') ?? 'single';
      request.context = { host: { kind } } as unknown as typeof request.context;
      response.send((request.get('x-unbuilt') ? nothing : header)(request) ?? 'nothing');
    });
    const server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    get = async (path, headers = {}) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie: SESSION, ...headers } });
      return answer.text();
    };
    stop = () => server.close();
  });

  afterAll(() => {
    stop();
    rmSync(folder, { recursive: true });
  });

  test('names answers, scripts and fonts of the screen to a browser with a session', async () => {
    expect(await get('/links')).toBe(
      ['</api/links?perPage=20>; rel=preload; as=fetch; crossorigin', '</list.js>; rel=modulepreload']
        .concat(
          '</en.js>; rel=modulepreload',
          '</media/text.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin',
        )
        .join(', '),
    );
  });

  test.each([
    ['de-AT,en;q=0.5', '</de.js>'],
    ['fr,en;q=0.5,de;q=0.4', '</en.js>'],
    ['fr', '</en.js>'],
  ])('takes the words of the language that the browser prefers: %s', async (accepted, words) => {
    expect(await get('/links', { 'accept-language': accepted })).toContain(words);
  });

  test.each([
    ['on any other screen', '/tags', {}],
    ['with conditions, whose list would be another', '/links?q=a', {}],
    ['on a host without a workspace', '/links', { 'x-kind': 'bare' }],
    ['on a path that objects have of their own', '/constructor', {}],
  ])('names the frame alone %s', async (_name, path, headers) => {
    expect(await get(path, headers)).toMatch(/^<\/api\/auth\/session>; .*<\/main\.js>/);
  });

  test.each([
    ['without a session', '/links', { cookie: 'theme=dark' }],
    ['with a cookie that only ends like the session', '/links', { cookie: `not_${SESSION.slice(12)}` }],
    ['around signing in', '/login', {}],
    ['where the build wrote no list', '/links', { 'x-unbuilt': 'yes' }],
  ])('names nothing %s', async (_name, path, headers) => {
    expect(await get(path, headers)).toBe('nothing');
  });
});
