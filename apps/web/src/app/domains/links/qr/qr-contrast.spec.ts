import { colourOf, contrast, isLighter } from './qr-contrast';

describe('contrast', () => {
  it('is 21 for black on white and 1 for equal colours', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5);
    expect(contrast('#808080', '#808080')).toBe(1);
  });

  it('agrees with a published value', () => {
    // #767676 on white is the well-known lightest grey of AA text.
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  });

  it('tells the lighter colour', () => {
    expect(isLighter('#ffffff', '#000000')).toBe(true);
  });
});

describe('a typed colour', () => {
  it.each([
    ['#1A2b3c', '#1a2b3c'],
    ['1a2b3c', '#1a2b3c'],
    ['  #abc ', '#aabbcc'],
    ['fff', '#ffffff'],
    ['', null],
    ['#', null],
    ['#ab', null],
    ['#abcd', null],
    ['#1a2b3c4', null],
    ['red', null],
  ])('%j is %j', (text, colour) => {
    expect(colourOf(text)).toBe(colour);
  });
});
