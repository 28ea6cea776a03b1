import { heldBytes } from '@signpost/testing';
import { expect, test } from 'vitest';
import type { Config } from '../config/index.js';
import { HostTargets } from './host-target.js';

const url = new URL('https://go.example.com');
const config = { mode: 'multi', publicUrl: url, shortUrl: url, hasShortDomain: false } as Config;

const ASKED = 500;
const HOST_BYTES = 16 * 1024;

test('hosts too long to be one are judged and not kept', () => {
  const hosts = new HostTargets(config);
  const held = heldBytes(() => {
    for (let n = 0; n < ASKED; n += 1) {
      const host = Buffer.from(`${n}${'a'.repeat(HOST_BYTES)}.example.net`).toString('latin1');
      expect(hosts.of(host)).toEqual({ kind: 'foreign', onShortDomain: false });
    }
  });
  expect(held).toBeLessThan((ASKED * HOST_BYTES) / 10);
  expect(hosts.of('acme.go.example.com')).toMatchObject({ kind: 'workspace', label: 'acme' });
});
