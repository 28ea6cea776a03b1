import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ownHostTest, referrerHost } from './referrer.js';

const none = (): boolean => false;

describe('referrerHost', () => {
  test.each([
    [undefined, 'direct'],
    ['', 'direct'],
    ['https://example.com/a?b#c', 'example.com'],
    ['https://WWW.Example.COM/', 'example.com'],
    ['https://www.example.com', 'example.com'],
    ['https://www2.example.com/', 'www2.example.com'],
    ['http://example.com:8080/x', 'example.com'],
    ['https://example.com./', 'example.com'],
    ['https://user:secret@example.com/', 'example.com'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    ['http://192.0.2.7:80/', '192.0.2.7'],
    ['http://[2001:db8::1]/', '[2001:db8::1]'],
    ['http://intranet/', 'intranet'],
    ['android-app://com.google.android.gm/', 'com.google.android.gm'],
    ['android-app://com.Slack', 'com.slack'],
    ['android-app://', 'direct'],
    ['ftp://example.com/', 'direct'],
    ['about:blank', 'direct'],
    ['data:text/html,x', 'direct'],
    ['example.com', 'direct'],
    ['https://', 'direct'],
    ['https://exa mple.com/', 'direct'],
    ['null', 'direct'],
    [`https://${'a.'.repeat(130)}com/`, 'direct'],
    [`https://${'a.'.repeat(125)}com/`, `${'a.'.repeat(125)}com`],
    [`https://${'a.'.repeat(125)}come/`, 'direct'],
    [`android-app://${'a'.repeat(253)}/`, 'a'.repeat(253)],
    [`android-app://${'a'.repeat(254)}/`, 'direct'],
    ['https://www../', 'direct'],
    ['https://x;=1+1;/', 'direct'],
    ['https://=cmd/', 'direct'],
    ['https://a,b.example/', 'direct'],
    ['https://a"b.example/', 'direct'],
    ["https://a'b.example/", 'direct'],
    ['https://a+b(c)!$&*~.example/', 'direct'],
    ['https://_dmarc.x-y.example/', '_dmarc.x-y.example'],
    ['http://192.0.2.7;=1+1/', 'direct'],
  ])('%j is %s', (referrer, expected) => {
    expect(referrerHost(referrer, none)).toBe(expected);
  });

  test('the quick way and the full parse agree', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        expect(referrerHost(url, none)).toBe(new URL(url).hostname.replace(/^www\./, ''));
      }),
    );
  });
});

describe('own hosts', () => {
  const single = ownHostTest(['go.example', 'www.dash.example:8443'], false);
  const multi = ownHostTest(['signpost.example', 'go.example:3000'], true);
  test.each([
    ['https://go.example/x', single, 'direct'],
    ['https://dash.example:8443/', single, 'direct'],
    ['https://www.dash.example/', single, 'direct'],
    ['https://acme.go.example/', single, 'acme.go.example'],
    ['https://acme.go.example/', multi, 'direct'],
    ['https://go.example/', multi, 'direct'],
    ['https://a.b.go.example/', multi, 'a.b.go.example'],
    ['https://notgo.example/', multi, 'notgo.example'],
    ['https://example/', multi, 'example'],
  ])('%s', (referrer, isOwn, expected) => {
    expect(referrerHost(referrer, isOwn)).toBe(expected);
  });
});
