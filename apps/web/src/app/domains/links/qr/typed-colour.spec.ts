import { colourOf } from './typed-colour';

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
