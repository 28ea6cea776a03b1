import { afterAll, expect, test } from 'vitest';
import type { Member } from '../../platform/access/index.js';
import { LinksQrService } from './links-qr.service.js';

const member = { workspace: { slug: 'acme', linkPrefix: null } } as Member;
const ORDER = { selection: { ids: [] } };

/** Called with the id of each link as its code is begun. */
let begin: (id: string) => void;
const links = ['first', 'second', 'third'].map((id) => ({
  id,
  title: null,
  get slug() {
    begin(id);
    return id;
  },
}));
const service = new LinksQrService(
  { manager: null } as never,
  { get: () => Promise.resolve({ slug: 'first', shortUrl: 'https://example.com/first' }) } as never,
  { read: () => Promise.resolve(links) } as never,
  { shortUrlBase: () => 'https://example.com' } as never,
  {} as never,
);
afterAll(() => service.onApplicationShutdown());

test('nothing more is drawn for a client that has left', async () => {
  const gone = new AbortController();
  const { signal } = gone;
  const begun: string[] = [];
  begin = (id) => begun.push(id);
  expect((await service.drawMany(member, ORDER, signal)).items).toHaveLength(3);
  begun.length = 0;
  begin = (id) => {
    begun.push(id);
    if (id === 'second') gone.abort();
  };
  await expect(service.drawMany(member, ORDER, signal)).rejects.toMatchObject({ name: 'AbortError' });
  expect(begun).toEqual(['first', 'second']);
  await expect(service.draw(member, 'first', {}, signal)).rejects.toMatchObject({ name: 'AbortError' });
});
