import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const CSS = readFileSync(new URL('../apps/web/src/styles/fonts.css', import.meta.url), 'utf8');

describe('the fonts of the dashboard', () => {
  it('claim the same weights in every file of a family, so that no weight loses the basic letters', () => {
    const faces = CSS.match(/@font-face \{[^}]+\}/g) ?? [];
    const weights = new Map<string, Set<string>>();
    for (const face of faces) {
      const family = /font-family: '(.+)'/.exec(face)?.[1] ?? '';
      const weight = /font-weight: (.+);/.exec(face)?.[1] ?? '';
      weights.set(family, (weights.get(family) ?? new Set()).add(weight));
    }
    expect(Object.fromEntries([...weights].map(([family, all]) => [family, [...all]]))).toEqual({
      Overpass: ['400 650'],
      'Overpass Mono': ['400 650'],
    });
  });
});
