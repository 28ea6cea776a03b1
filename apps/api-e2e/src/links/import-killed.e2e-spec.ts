import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { OWNER, setUpOwner, startApp } from '@signpost/testing';
import { preview, statuses, wholeImport } from '../support/imports.js';

const DESTINATION = 'https://example.com/once';

describe('a process that is killed', () => {
  test('leaves a file that imports again, each row once, and answers a repeat as before', async () => {
    const rows = Array.from({ length: 600 }, (_, n) => `killed-${n},https://example.com/${n},tag ${n % 9}`);
    const csv = `slug,destination_url,tags\n${rows.join('\n')}`;
    let running = await startApp();
    const { database, dataDir } = running;
    try {
      let caller = await setUpOwner(running);
      const body = wholeImport(await preview(caller, csv));
      const keyed = () =>
        caller.post('/api/links', { destinationUrl: DESTINATION }, { headers: { 'idempotency-key': 'killed' } });
      const first = await keyed();
      expect(first.status).toBe(201);
      const isReplayed: (string | null)[] = [];
      for (const delayMs of [0, 60, 200]) {
        const cut = caller.post('/api/links/import', body).catch(() => null);
        await new Promise((resolve) => setTimeout(resolve, delayMs));
        await running.kill('SIGKILL');
        await cut;
        running = await startApp({ database, dataDir });
        caller = running.client();
        expect((await caller.post('/api/auth/login', OWNER)).status).toBe(200);
        const again = await keyed();
        expect(again.body).toEqual(first.body);
        isReplayed.push(again.headers.get('idempotency-replayed'));
        // Whatever has become of the rows, no link is there without its mark.
        const [counted] = await database.query<{ links: string; marked: string }>(
          `SELECT count(*) AS links, count(r.link_id) AS marked FROM links l LEFT JOIN import_rows r ON r.link_id = l.id
            WHERE l.destination_url <> $1`,
          [DESTINATION],
        );
        expect(counted?.marked).toBe(counted?.links);
      }
      expect(isReplayed).toEqual(['true', 'true', 'true']);
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
      expect(links?.count).toBe('601');
    } finally {
      await running.stop();
      rmSync(dataDir, { recursive: true, force: true });
      await database.drop().catch(() => undefined);
    }
  });
});
