import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { OWNER, setUpOwner, startApp } from '@signpost/testing';
import { preview, statuses, wholeImport } from '../support/imports.js';

describe('a process that is killed during an import', () => {
  test('leaves a file that imports again, each row once', async () => {
    const rows = Array.from({ length: 600 }, (_, n) => `killed-${n},https://example.com/${n},tag ${n % 9}`);
    const csv = `slug,destination_url,tags\n${rows.join('\n')}`;
    let running = await startApp();
    const { database, dataDir } = running;
    try {
      let caller = await setUpOwner(running);
      const body = wholeImport(await preview(caller, csv));
      for (const delayMs of [0, 60, 200]) {
        const cut = caller.post('/api/links/import', body).catch(() => null);
        await new Promise((resolve) => setTimeout(resolve, delayMs));
        await running.kill('SIGKILL');
        await cut;
        running = await startApp({ database, dataDir });
        caller = running.client();
        expect((await caller.post('/api/auth/login', OWNER)).status).toBe(200);
        // Whatever has become of the rows, no link is there without its mark.
        const [counted] = await database.query<{ links: string; marked: string }>(
          `SELECT count(*) AS links, count(r.link_id) AS marked FROM links l LEFT JOIN import_rows r ON r.link_id = l.id`,
        );
        expect(counted?.marked).toBe(counted?.links);
      }
      const done = await caller.post('/api/links/import', body);
      expect(done.body.results).toHaveLength(600);
      expect(statuses(done).every((status: string) => status === 'created' || status === 'already_imported')).toBe(
        true,
      );
      const again = await caller.post('/api/links/import', body);
      expect(new Set(statuses(again))).toEqual(new Set(['already_imported']));
      expect(again.body.results.map((result: { linkId: string }) => result.linkId)).toEqual(
        done.body.results.map((result: { linkId: string }) => result.linkId),
      );
      const [links] = await database.query<{ count: string }>('SELECT count(*) FROM links');
      expect(links?.count).toBe('600');
    } finally {
      await running.stop();
      rmSync(dataDir, { recursive: true, force: true });
      await database.drop().catch(() => undefined);
    }
  });
});
