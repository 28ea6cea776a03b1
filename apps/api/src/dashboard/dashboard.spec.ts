import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveDashboard } from './dashboard.js';
import { serveSearchDescription } from './search-description.js';

describe('the files of the dashboard', () => {
  let folder: string;
  let server: Server;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'signpost-dashboard-'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Page</title>');
    writeFileSync(join(folder, 'note.txt'), 'here');
    writeFileSync(join(folder, 'favicon.ico'), 'picture');
    const app = express();
    serveSearchDescription(app, () => ({ name: 'A & B', origin: 'https://app.test' }));
    serveDashboard(
      app,
      (request) => (request.query['plain'] === '1' ? `https://app.test${request.path}` : null),
      folder,
    );
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    const { port } = server.address() as AddressInfo;
    return fetch(`http://127.0.0.1:${String(port)}${path}`, { headers });
  }

  async function text(path: string): Promise<string> {
    return (await get(path)).text();
  }

  it('links to the OpenSearch description', async () => {
    const answer = await get('/opensearch.xml');
    expect(answer.headers.get('content-type')).toMatch(/^application\/opensearchdescription\+xml/);
    const description = await answer.text();
    expect(description).toContain('<ShortName>A &amp; B</ShortName>');
    expect(description).toContain('template="https://app.test/links?q={searchTerms}"');
  });

  it('a file deleted since startup aborts its response; others are still served', async () => {
    rmSync(join(folder, 'index.html'));
    await expect(text('/links')).rejects.toThrow();
    expect(await text('/note.txt')).toBe('here');
  });

  it.each(['bytes=-2', 'bytes=0-0', 'bytes=1-2', 'bytes=0-1,2-3', 'bytes=99-', 'lines=1-2', 'nonsense'])(
    'whoever asks for a part (%s) gets the whole file, and is told so',
    async (range) => {
      const answer = await get('/note.txt', { range });
      expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([200, null, 'here']);
    },
  );

  it.each(['/', '/links', '/links/42?tab=history', '/a.b/c', '/apiary'])(
    'the page answers for the screen %s',
    async (path) => {
      expect(await text(path)).toContain('<title>Page</title>');
    },
  );

  it('redirects page requests with the wrong scheme, and no others', async () => {
    const answers = ['/links', '/', '/index.html', '/note.txt', '/api/x', '/p/x'].map(async (path) => {
      const { port } = server.address() as AddressInfo;
      const answer = await fetch(`http://127.0.0.1:${String(port)}${path}?plain=1`, { redirect: 'manual' });
      return [answer.status, answer.headers.get('location')];
    });
    expect(await Promise.all(answers)).toEqual([
      [308, 'https://app.test/links'],
      [308, 'https://app.test/'],
      [308, 'https://app.test/index.html'],
      [200, null],
      [404, null],
      [404, null],
    ]);
  });

  it('says what the icon is', async () => {
    expect((await get('/favicon.ico')).headers.get('content-type')).toBe('image/x-icon');
  });

  it.each(['/gone.js', '/a/b.css?x', '/api', '/api/none', '/API/none', '/p/none', '/.well-known/none'])(
    'the page does not answer for %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  it.each(['/', '/login', '/note.txt'])(
    '%s is for those who ask, and left to others when something is sent',
    async (path) => {
      const { port } = server.address() as AddressInfo;
      const statuses = ['POST', 'PUT', 'DELETE'].map(async (method) => {
        return (await fetch(`http://127.0.0.1:${String(port)}${path}`, { method })).status;
      });
      expect(await Promise.all(statuses)).toEqual([404, 404, 404]);
    },
  );

  // A pattern that takes twice as long with each dot would make the test time out.
  it('a file that is none is left to what comes after, however its name is encoded', async () => {
    for (const path of ['/v2.0', '/v2%2E0', '/v2.%30', '/v1.2-beta', '/v1.-'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    expect(await text('/v2%')).toContain('Page');
  });

  it('a path with many dots is handled quickly', async () => {
    expect(await text(`/login/${'a.'.repeat(5_000)}!`)).toContain('<title>Page</title>');
  });
});
