import { heldBytes } from '@signpost/testing';
import { describe, expect, test } from 'vitest';
import type { Config } from '../../config/index.js';
import { HostTargets } from './host-target.js';

const url = new URL('https://go.example.com');
const config = { mode: 'multi', publicUrl: url, shortUrl: url, hasShortDomain: false } as Config;

const ASKED = 500;
const HOST_BYTES = 16 * 1024;

test('hosts that are too long are resolved but not cached', () => {
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

test('a label that is too long for a workspace selects none', () => {
  const hosts = new HostTargets(config);
  expect(hosts.of(`${'a'.repeat(63)}.go.example.com`).kind).toBe('workspace');
  expect(hosts.of(`${'a'.repeat(64)}.go.example.com`).kind).toBe('foreign');
});

describe('what a host selects', () => {
  const short = { kind: 'bare', onShortDomain: true };
  const bare = { kind: 'bare', onShortDomain: false };
  const foreign = { kind: 'foreign', onShortDomain: false };
  const workspace = (label: string, onShortDomain: boolean) => ({ kind: 'workspace', label, onShortDomain });
  const single = (onShortDomain: boolean) => ({ kind: 'single', onShortDomain });
  const targets = (mode: string, publicUrl: string, shortUrl: string) =>
    new HostTargets({
      mode,
      publicUrl: new URL(publicUrl),
      shortUrl: new URL(shortUrl),
      hasShortDomain: new URL(publicUrl).host !== new URL(shortUrl).host,
    } as Config);

  test.each([
    ['the short domain below the dashboard', 'https://example.com', 'https://go.example.com', 'go.example.com', short],
    ['with a port', 'https://example.com', 'https://go.example.com', 'go.example.com:8443', short],
    [
      'a label of the short domain',
      'https://example.com',
      'https://go.example.com',
      'acme.go.example.com',
      workspace('acme', true),
    ],
    [
      'a label of the dashboard’s host',
      'https://example.com',
      'https://go.example.com',
      'acme.example.com',
      workspace('acme', false),
    ],
    ['the dashboard below the short domain', 'https://app.go.test', 'https://go.test', 'app.go.test', bare],
    ['the short domain above it', 'https://app.go.test', 'https://go.test', 'GO.test', short],
    ['a name in full', 'https://app.go.test', 'https://go.test', 'app.go.test.', bare],
    [
      'a name in full with a port',
      'https://app.go.test',
      'https://go.test',
      'acme.go.test.:81',
      workspace('acme', true),
    ],
    ['a name of two dots', 'https://app.go.test', 'https://go.test', 'go.test..', foreign],
    ['only a dot', 'https://app.go.test', 'https://go.test', '.', foreign],
    ['two labels', 'https://app.go.test', 'https://go.test', 'a.b.go.test', foreign],
    ['one host, its port', 'https://go.test:8443', 'https://go.test', 'go.test:8443', bare],
    ['one host, no port', 'https://go.test:8443', 'https://go.test', 'go.test', short],
    ['one host, another port', 'https://go.test:8443', 'https://go.test', 'go.test:81', bare],
    ['a label of it', 'https://go.test:8443', 'https://go.test', 'acme.go.test', workspace('acme', true)],
    ['a label with its port', 'https://go.test:8443', 'https://go.test', 'acme.go.test:8443', workspace('acme', false)],
  ])('several workspaces: %s', (_, publicUrl, shortUrl, host, expected) => {
    expect(targets('multi', publicUrl, shortUrl).of(host)).toEqual(expected);
  });

  test.each([
    ['https://app.test:8443', 'https://app.test', 'app.test:8443', single(false)],
    ['https://app.test:8443', 'https://app.test', 'app.test', single(true)],
    ['https://app.test', 'https://go.test', 'go.test:81', single(true)],
    ['https://app.test', 'https://go.test', 'go.test.', single(true)],
    ['https://app.test', 'https://go.test', 'other.test', single(false)],
  ])('one workspace at %s with links at %s: %s', (publicUrl, shortUrl, host, expected) => {
    expect(targets('single', publicUrl, shortUrl).of(host)).toEqual(expected);
  });

  test('a label is not free if it turns one of the two hosts into the other', () => {
    expect(targets('multi', 'https://example.com', 'https://go.example.com').isFree('go')).toBe(false);
    expect(targets('multi', 'https://dash.go.test:81', 'https://go.test:81').isFree('dash')).toBe(false);
    expect(targets('multi', 'https://dash.go.test', 'https://go.test').isFree('acme')).toBe(true);
    expect(targets('single', 'https://dash.go.test', 'https://go.test').isFree('dash')).toBe(true);
  });
});

test.each([
  ['https://go.example.com/x', 'bare'],
  ['https://acme.go.example.com./x', 'workspace'],
  ['https://ACME.go.example.com/x', 'workspace'],
  ['https://acme.go.example.com:8443/x', undefined],
  ['https://a.b.go.example.com/x', undefined],
  ['https://example.com/x', undefined],
])('a URL selects by its host and port: %s', (address, kind) => {
  const targets = new HostTargets(config);
  expect(targets.ofUrl(new URL(address))?.kind).toBe(kind);
  const single = new HostTargets({ ...config, mode: 'single' } as Config);
  expect(single.ofUrl(new URL(address))?.kind).toBe(kind === 'bare' ? 'single' : undefined);
});
