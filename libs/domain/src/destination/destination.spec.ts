import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIMITS, ruleText } from '@signpost/contracts';
import { normalizeDestination } from './destination.js';

const accepted = (input: string, allowPrivate = false): string | null => {
  const result = normalizeDestination(input, { allowPrivate });
  return result.ok ? result.url : null;
};

/** The English reason of a refusal; empty for an accepted URL. */
function wordsOf(input: string): string {
  const read = normalizeDestination(input);
  return read.ok ? '' : ruleText(read.rule, { max: LIMITS.destinationLength });
}

describe('normalizeDestination: form', () => {
  test.each([
    ['https://example.com', 'https://example.com'],
    ['example.com', 'https://example.com'],
    ['  example.com/a  ', 'https://example.com/a'],
    ['\u200bhttps://example.com/x\u200b', 'https://example.com/x'],
    ['\ufeff\u2060\u202a https://example.com/x \u202c\u00ad\u3164', 'https://example.com/x'],
    ['https://example.com/\u2764\ufe0f', 'https://example.com/%E2%9D%A4%EF%B8%8F'],
    ['http.example.com/x', 'https://http.example.com/x'],
    ['example.com:8443/x', 'https://example.com:8443/x'],
    ['example.com:8443?x', 'https://example.com:8443?x'],
    ['example.com/?u=http://other.example/', 'https://example.com/?u=http://other.example/'],
    ['HTTP://EXAMPLE.com/Path', 'http://example.com/Path'],
    ['https://example.com:443/', 'https://example.com/'],
    ['http://example.com:80', 'http://example.com'],
    ['http://example.com:443/', 'http://example.com:443/'],
    ['https://example.com:/x', 'https://example.com/x'],
    ['https://bücher.example/ü?ü=ä#ö', 'https://xn--bcher-kva.example/%C3%BC?%C3%BC=%C3%A4#%C3%B6'],
    ['https://例え.jp', 'https://xn--r8jz45g.jp'],
    ['https://example.com/a b', 'https://example.com/a%20b'],
    ['https://example.com./x', 'https://example.com./x'],
    ['https://a_b.example.com/', 'https://a_b.example.com/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://134744072/', 'https://8.8.8.8/'],
    ['https://[2606:4700::1111]:8443/', 'https://[2606:4700::1111]:8443/'],
  ])('%s becomes %s', (input, expected) => {
    expect(accepted(input)).toBe(expected);
  });

  test.each([
    'https://example.com/a/../b//c/./d',
    'https://example.com/%7euser/%2F/%zz',
    'https://example.com?a=1&&b=%20+c&d',
    'https://example.com/#frag?not=query#again',
    'https://example.com/\'"<>{}|^`\\[]',
    'https://example.com/?',
    'https://example.com/#',
    'https://fdic.gov/',
    'https://fe80.com/',
    'https://fc00.example/',
    'https://local.example.com/',
    'https://localhost.example.com/',
    'https://internal.example.com/',
    'https://10.example.com/',
  ])('%s stays byte for byte', (input) => {
    expect(accepted(input)).toBe(input);
  });

  test.each([
    [''],
    ['   '],
    ['javascript:alert(1)'],
    ['JavaScript:alert(1)'],
    ['javascript://example.com/%0aalert(1)'],
    ['data:text/html,x'],
    ['mailto:a@example.com'],
    ['file:///etc/passwd'],
    ['ftp://example.com/'],
    ['tel:12345'],
    ['http:example.com'],
    ['https:/example.com'],
    ['https://'],
    ['https:///example.com'],
    ['//example.com/x'],
    ['https://user@example.com/'],
    ['https://user:secret@example.com/'],
    ['https://@example.com/'],
    ['user:secret@example.com'],
    ['https://example.com\\@other.example/'],
    ['https://example.com\\x'],
    ['https://example.com:0/'],
    ['https://example.com:65536/'],
    ['https://example.com:port/'],
    ['https://exa mple.com/'],
    ['https://a..example.com/'],
    ['https://.example.com/'],
    ['https://example.com../'],
    ['https://*.example.com/'],
    ['https://intranet/'],
    ['https://1.2.3.4.5/'],
    ['https://256.256.256.256/'],
    ['https://example.com%2f@other.example/'],
    ['https://example.com／x'],
    ['https://example.com/a\nb'],
    ['https://example.com/\r\nSet-Cookie: a=b'],
    ['https://example.com/\u0000'],
    ['https://exa\tmple.com/'],
    ['https://example.com/\u0085'],
    ['https://example.com/\ud800'],
    [`https://${'a'.repeat(64)}.com/`],
    ['https://[::1'],
    ['https://[fe80::1%25eth0]/'],
  ])('%j is refused, whatever is allowed', (input) => {
    expect(accepted(input)).toBeNull();
    expect(accepted(input, true)).toBeNull();
  });

  test('2,048 characters are accepted and one more is not, counted after normalisation', () => {
    const fill = (length: number, start = 'https://example.com/'): string => start + 'a'.repeat(length - start.length);
    expect(accepted(fill(2048))).toHaveLength(2048);
    expect(accepted(fill(2049))).toBeNull();
    expect(accepted(fill(2041, 'example.com/'))).toBeNull();
    expect(accepted(fill(2046) + 'ü')).toBeNull();
  });

  test.each([
    ['"https://example.com/x"', /quotation marks/],
    ['\u201ehttps://example.com/x\u201c', /quotation marks/],
    ['<https://example.com/x>', /brackets/],
    ['https;//example.com', /colon and two slashes/],
    ['https//example.com', /colon and two slashes/],
    ['http:/example.com', /colon and two slashes/],
    ['https:example.com', /colon and two slashes/],
    ['https:///example.com', /colon and two slashes/],
    ['https://https://example.com', /twice/],
    ['https://https//example.com', /twice/],
    ['http://https;//example.com', /twice/],
    ['ftp://example.com', /must begin with http/],
  ])('%s is refused with the reason', (input, reason) => {
    expect(wordsOf(input)).toMatch(reason);
  });

  test('host is the bare name', () => {
    expect(normalizeDestination('EXAMPLE.com.:8443/x')).toMatchObject({ ok: true, host: 'example.com' });
    expect(normalizeDestination('http://[2606:4700::1111]:8080')).toMatchObject({
      ok: true,
      host: '[2606:4700::1111]',
    });
  });
});

describe('normalizeDestination: refusals', () => {
  test.each([
    ['  ', 'Enter an address.'],
    ['https://example.com/\u0000', 'The address contains characters that no address may contain.'],
    ['mailto:somebody@example.com', 'The address must begin with http:// or https://.'],
    ['https://user@example.com', 'The address must not contain a user name or a password.'],
    ['https://', 'This is not a valid address.'],
    ['https://example', 'The host of the address needs a full name, such as example.com.'],
    ['https://localhost', 'Addresses of this machine or of a private network are not allowed.'],
    [`https://example.com/${'x'.repeat(2048)}`, 'The address is too long. Use at most 2048 characters.'],
  ])('%j is refused with its reason', (input, message) => {
    expect(wordsOf(input)).toBe(message);
  });

  test('a host has at most 253 characters', () => {
    const host = (length: number) => `${`${'a'.repeat(63)}.`.repeat(3)}${'b'.repeat(length - 192)}`;
    expect(host(253)).toHaveLength(253);
    expect(accepted(`https://${host(253)}`)).toBe(`https://${host(253)}`);
    expect(accepted(`https://${host(254)}`)).toBeNull();
  });

  test('a private name must have a valid form too', () => {
    expect(accepted('https://printer.local', true)).toBe('https://printer.local');
    expect(accepted(`https://${'a'.repeat(64)}.local`, true)).toBeNull();
  });
});

describe('normalizeDestination: closed hosts', () => {
  test.each([
    ['loopback', '127.0.0.1'],
    ['loopback with a trailing dot', '127.0.0.1.'],
    ['anywhere in the loopback network', '127.255.0.9'],
    ['loopback, short', '127.1'],
    ['loopback, decimal', '2130706433'],
    ['loopback, octal', '0177.0.0.1'],
    ['loopback, octal in one number', '017700000001'],
    ['loopback, hexadecimal', '0x7f000001'],
    ['loopback, mixed', '0x7f.0.1'],
    ['loopback, full width digits', '１２７.0.0.1'],
    ['loopback, percent-encoded', '%31%32%37.0.0.1'],
    ['unspecified', '0.0.0.0'],
    ['unspecified, short', '0'],
    ['private 10', '10.1.2.3'],
    ['private 172.16', '172.16.0.1'],
    ['private 172.31', '172.31.255.255'],
    ['private 192.168', '192.168.0.1'],
    ['link-local', '169.254.169.254'],
    ['carrier-shared', '100.64.0.1'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['IPv6 loopback', '[::1]'],
    ['IPv6 loopback, long', '[0:0:0:0:0:0:0:1]'],
    ['IPv6 unspecified', '[::]'],
    ['IPv6 link-local', '[fe80::1]'],
    ['IPv6 link-local, end of the range', '[febf::1]'],
    ['IPv6 site-local', '[fec0::1]'],
    ['IPv6 unique local', '[fd12:3456::1]'],
    ['IPv6 unique local fc', '[fc00::1]'],
    ['IPv6 multicast', '[ff02::1]'],
    ['IPv4-mapped', '[::ffff:127.0.0.1]'],
    ['IPv4-mapped, hexadecimal', '[::ffff:7f00:1]'],
    ['IPv4-mapped, long', '[0:0:0:0:0:ffff:10.0.0.1]'],
    ['IPv4-compatible', '[::192.168.0.1]'],
    ['IPv4-translated', '[::ffff:0:10.0.0.1]'],
    ['NAT64', '[64:ff9b::10.0.0.1]'],
    ['NAT64 for local use', '[64:ff9b:1::1]'],
    ['6to4', '[2002:7f00:1::]'],
    ['Teredo', '[2001:0:4136:e378:8000:63bf:80ff:fffe]'],
    ['localhost', 'localhost'],
    ['LOCALHOST with a dot', 'LOCALHOST.'],
    ['below localhost', 'a.localhost'],
    ['mDNS', 'printer.local'],
    ['mDNS with a trailing dot', 'printer.local.'],
    ['internal', 'metadata.google.internal'],
  ])('%s (%s) only where private destinations are allowed', (_, host) => {
    expect(accepted(`https://${host}/`)).toBeNull();
    expect(accepted(`http://${host}:8080/x`)).toBeNull();
    expect(accepted(`https://${host}/`, true)).toMatch(/^https:\/\//);
  });

  test.each([
    '9.255.255.255',
    '11.0.0.0',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.1.1',
    '169.253.1.1',
    '128.0.0.1',
    '223.255.255.255',
    '126.0.0.1',
  ])('%s, next to a closed range, is open', (host) => {
    expect(accepted(`https://${host}/`)).toBe(`https://${host}/`);
  });

  test.each([
    '[2001:4860::8888]',
    '[64:ff9b::8.8.8.8]',
    '[2002:808:808::]',
    '[::ffff:8.8.8.8]',
    '[fe7f::1]',
    '[fbff::1]',
  ])('%s is open', (host) => {
    expect(accepted(`https://${host}/`)).not.toBeNull();
  });
});

describe('normalizeDestination: properties', () => {
  const anything = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.string({ unit: 'binary', maxLength: 60 }).map((tail) => `https://example.com/${tail}`),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.ipV4Extended().map((ip) => `http://${ip}/`),
    fc.ipV6().map((ip) => `http://[${ip}]/`),
  );

  test('idempotent, printable, http or https, and the same host as in a browser', () => {
    fc.assert(
      fc.property(anything, fc.boolean(), (input, allowPrivate) => {
        const first = normalizeDestination(input, { allowPrivate });
        if (!first.ok) return;
        expect(first.url).toMatch(/^https?:\/\/[\x21-\x7e]+$/);
        expect(normalizeDestination(first.url, { allowPrivate })).toEqual(first);
        expect(new URL(first.url).hostname.replace(/\.$/, '')).toBe(first.host);
      }),
      { numRuns: 2000 },
    );
  });

  test('every address of a closed network is refused in every notation', () => {
    const closed = fc.oneof(
      fc.tuple(fc.constantFrom(0, 10, 127), fc.nat(255), fc.nat(255), fc.nat(255)),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), fc.nat(255), fc.nat(255)),
      fc.tuple(fc.constant(192), fc.constant(168), fc.nat(255), fc.nat(255)),
      fc.tuple(fc.constant(169), fc.constant(254), fc.nat(255), fc.nat(255)),
      fc.tuple(fc.integer({ min: 224, max: 255 }), fc.nat(255), fc.nat(255), fc.nat(255)),
    );
    const hex = (n: number): string => n.toString(16);
    const notations: ((a: number, b: number, c: number, d: number) => string)[] = [
      (a, b, c, d) => `${a}.${b}.${c}.${d}`,
      (a, b, c, d) => `${((a * 256 + b) * 256 + c) * 256 + d}`,
      (a, b, c, d) => `0x${hex(a)}.0x${hex(b)}.${c * 256 + d}`,
      (a, b, c, d) => `0${a.toString(8)}.${(b * 256 + c) * 256 + d}`,
      (a, b, c, d) => `[::ffff:${a}.${b}.${c}.${d}]`,
      (a, b, c, d) => `[2002:${hex(a * 256 + b)}:${hex(c * 256 + d)}::1]`,
      (a, b, c, d) => `[64:ff9b::${hex(a * 256 + b)}:${hex(c * 256 + d)}]`,
    ];
    fc.assert(
      fc.property(closed, fc.constantFrom(...notations), ([a, b, c, d], notation) => {
        expect(accepted(`http://${notation(a, b, c, d)}/`)).toBeNull();
      }),
      { numRuns: 1000 },
    );
  });
});

test('white space inside of a long text is judged at once', () => {
  expect(normalizeDestination(`https://example.com/${' '.repeat(1_000_000)}x`)).toEqual({
    ok: false,
    rule: 'url_too_long',
  });
});
