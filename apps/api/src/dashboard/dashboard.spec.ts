import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveDashboard } from './dashboard.js';

describe('the files of the dashboard', () => {
  let folder: string;
  let server: Server;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'signpost-dashboard-'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Page</title>');
    writeFileSync(join(folder, 'note.txt'), 'here');
    const app = express();
    serveDashboard(app, folder);
    server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function text(path: string): Promise<string> {
    const { port } = server.address() as AddressInfo;
    return (await fetch(`http://127.0.0.1:${String(port)}${path}`)).text();
  }

  it('one that has gone since the start ends its answer; the others are served on', async () => {
    rmSync(join(folder, 'index.html'));
    await expect(text('/links')).rejects.toThrow();
    expect(await text('/note.txt')).toBe('here');
  });
});
