import { LIMITS } from '@signpost/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  RESERVED_SLUGS,
  SLUG_ALPHABET,
  generateSlug,
  parsePrefix,
  parseSlug,
  parseWorkspaceSlug,
  workspaceSlugFromName,
} from './slug.js';

const invalid = { ok: false, reason: 'invalid' };
const reserved = { ok: false, reason: 'reserved' };

describe('parseSlug', () => {
  test.each([
    ['one character', 'a', { ok: true, slug: 'a' }],
    ['64 characters', 'a'.repeat(64), { ok: true, slug: 'a'.repeat(64) }],
    ['65 characters', 'a'.repeat(65), invalid],
    ['capitals', 'Launch-2026', { ok: true, slug: 'launch-2026' }],
    ['white space around', '  launch \n', { ok: true, slug: 'launch' }],
    ['underscores at the ends', '_a_', { ok: true, slug: '_a_' }],
    ['empty', '', invalid],
    ['only a hyphen', '-', invalid],
    ['leading hyphen', '-a', invalid],
    ['trailing hyphen', 'a-', invalid],
    ['inner space', 'a b', invalid],
    ['slash', 'a/b', invalid],
    ['dot', 'a.b', invalid],
    ['accent', 'é', invalid],
    ['Kelvin sign, whose lower case is k', '\u212A', invalid],
    ['percent sign', 'a%62', invalid],
    ['inner line break', 'a\nb', invalid],
    ['api', 'api', reserved],
    ['API', 'API', reserved],
    ['the unlock page', 'p', reserved],
    ['the page where links are reported', 'report', reserved],
    ['the bare root', '_root_', reserved],
    ['a word that starts like a reserved one', 'apis', { ok: true, slug: 'apis' }],
  ])('%s', (_, input, expected) => {
    expect(parseSlug(input)).toEqual(expected);
  });

  test('every reserved word is refused', () => {
    for (const word of RESERVED_SLUGS) expect(parseSlug(word).ok).toBe(false);
  });

  test('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 70 }), (input) => {
        const first = parseSlug(input);
        if (first.ok) expect(parseSlug(first.slug)).toEqual(first);
      }),
    );
  });
});

describe('generateSlug', () => {
  test('has 31 characters to draw from, none of them easily confused', () => {
    expect(SLUG_ALPHABET).toHaveLength(31);
    expect(new Set(SLUG_ALPHABET).size).toBe(31);
    expect(SLUG_ALPHABET).not.toMatch(/[01ilo]/);
  });

  test('maps bytes to letters and discards the biased ones', () => {
    const bytes = [255, 248, 0, 31, 30, 247];
    expect(generateSlug(4, (n) => Uint8Array.from(bytes.splice(0, n)))).toBe('22zz');
  });

  test('each letter is equally likely: of all 256 bytes eight give it', () => {
    const counts = new Map<string, number>();
    for (let byte = 0; byte < 248; byte += 1) {
      const letter = generateSlug(2, (n) => Uint8Array.of(0, byte).slice(2 - n))[1] ?? '';
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    expect([...counts.values()]).toEqual(Array<number>(31).fill(8));
  });

  test('draws again when the draw is a reserved word', () => {
    const queue = [...'pq'].map((letter) => SLUG_ALPHABET.indexOf(letter));
    expect(generateSlug(1, (n) => Uint8Array.from(queue.splice(0, n)))).toBe('q');
  });

  test('gives up on a source that never gives a usable byte, after a thousand draws', () => {
    let draws = 0;
    const source = (n: number): Uint8Array => {
      draws += 1;
      return new Uint8Array(n).fill(255);
    };
    expect(() => generateSlug(7, source)).toThrow('random source');
    expect(draws).toBe(1000);
  });

  test('asks for the bytes that are missing, and takes no more than it needs', () => {
    const lengths: number[] = [];
    const source = (n: number): Uint8Array => {
      lengths.push(n);
      // The first draw contains two unusable bytes, the second more than requested.
      return Uint8Array.from(lengths.length === 1 ? [0, 255, 255, 1] : [2, 3, 4, 5]);
    };
    expect(generateSlug(4, source)).toBe('2345');
    expect(lengths).toEqual([4, 2]);
  });

  test.each([0, -1, 1.5, 65, Number.NaN])('refuses the length %s', (length) => {
    expect(() => generateSlug(length, (n) => new Uint8Array(n))).toThrow(
      new RangeError('A slug has 1 to 64 characters.'),
    );
  });

  test('whatever the bytes, the slug parses to itself with the length asked for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 64 }),
        fc.infiniteStream(fc.integer({ min: 0, max: 255 })),
        (length, stream) => {
          const slug = generateSlug(length, (n) => Uint8Array.from([...stream.take(n)]));
          expect(slug).toHaveLength(length);
          expect(parseSlug(slug)).toEqual({ ok: true, slug });
        },
      ),
    );
  });
});

describe('parsePrefix', () => {
  test.each([
    ['one character', 'g', { ok: true, prefix: 'g' }],
    ['inner hyphens', 'go-to', { ok: true, prefix: 'go-to' }],
    ['32 characters', 'a'.repeat(32), { ok: true, prefix: 'a'.repeat(32) }],
    ['33 characters', 'a'.repeat(33), invalid],
    ['underscore', 'go_to', invalid],
    ['hyphen at the end', 'go-', invalid],
    ['slash', 'a/b', invalid],
    ['capitals', 'Go', invalid],
    ['empty', '', invalid],
    ['reserved', 'api', reserved],
  ])('%s', (_, input, expected) => {
    expect(parsePrefix(input)).toEqual(expected);
  });
});

describe('parseWorkspaceSlug', () => {
  test.each([
    ['2 characters', 'ab', invalid],
    ['3 characters', 'abc', { ok: true, slug: 'abc' }],
    ['63 characters', 'a'.repeat(63), { ok: true, slug: 'a'.repeat(63) }],
    ['64 characters', 'a'.repeat(64), invalid],
    ['hyphen first', '-abc', invalid],
    ['hyphen last', 'abc-', invalid],
    ['underscore', 'a_b', invalid],
    ['capitals', 'Acme', invalid],
    ['infrastructure', 'www', reserved],
    ['product', 'signpost', reserved],
    ['punycode', 'xn--abc', reserved],
  ])('%s', (_, input, expected) => {
    expect(parseWorkspaceSlug(input)).toEqual(expected);
  });
});

describe('workspaceSlugFromName', () => {
  test.each([
    ['Acme', 1, 'acme'],
    ['Acme, Inc.', 1, 'acme-inc'],
    ["Ada's Café", 1, 'adas-cafe'],
    ['Straße', 1, 'strasse'],
    ['Acme', 2, 'acme-2'],
    ['Go', 1, 'go-workspace'],
    ['API', 3, 'api-workspace-3'],
    ['会社', 1, 'team'],
    ['会社', 2, 'team-2'],
    ['xn--a', 1, 'xn-a'],
    ['ß Æsop Œuvre Øre Đak Ðor Łód Þing ı', 1, 'ss-aesop-oeuvre-ore-dak-dor-lod-thing-i'],
    ['a'.repeat(80), 1, 'a'.repeat(63)],
    ['a'.repeat(80), 12, `${'a'.repeat(60)}-12`],
    [`${'a'.repeat(62)} b`, 1, 'a'.repeat(62)],
    [' - ', 1, 'team'],
  ])('%s, attempt %i', (name, attempt, expected) => {
    expect(workspaceSlugFromName(name, attempt)).toBe(expected);
  });

  test('the first attempt is without a number', () => {
    expect(workspaceSlugFromName('Acme')).toBe('acme');
    expect(workspaceSlugFromName('会社')).toBe('team');
  });

  test('always gives an acceptable slug', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary', maxLength: 130 }), fc.string({ maxLength: 130 })),
        fc.integer({ min: 1, max: 99_999 }),
        (name, attempt) => {
          const slug = workspaceSlugFromName(name, attempt);
          const parsed = parseWorkspaceSlug(slug);
          return parsed.ok && parsed.slug === slug && slug.length <= LIMITS.workspaceSlugMax;
        },
      ),
      { numRuns: 1000 },
    );
  });
});
