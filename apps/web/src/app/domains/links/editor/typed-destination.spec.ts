import {
  addressIn,
  areSeveralAddresses,
  bareAddress,
  pastedAddress,
  pastedAddresses,
  unwrappedAddress,
} from './typed-destination';

describe('bareAddress', () => {
  it.each([
    '"https://example.com/a"',
    "'https://example.com/a'",
    '“https://example.com/a”',
    '„https://example.com/a“',
    '»https://example.com/a«',
    '<https://example.com/a>',
    ' <"https://example.com/a"> ',
  ])('takes off what stands around the address in %s', (typed) => {
    expect(bareAddress(typed)).toBe('https://example.com/a');
  });

  it.each(['https://example.com/a', 'https://example.com/"a"', '"https://example.com/a', ' example.com ', '""', ''])(
    'leaves %j as it is',
    (typed) => {
      expect(bareAddress(typed)).toBe(typed);
    },
  );
});

describe('areSeveralAddresses', () => {
  it.each([
    ['https://example.com/a https://example.com/b', true],
    ['example.com/a\nHTTP://example.com/b', true],
    ['https://example.com/a" "https://example.com/b', true],
    ['https://example.com/a", "https://example.com/b', true],
    ['"https://example.com/a', false],
    [' https://example.com/a ', false],
    ['https://example.com/my report.pdf', false],
    ['https://example.com/?to=https://example.com/b', false],
  ])('%j: %s', (typed, expected) => {
    expect(areSeveralAddresses(typed)).toBe(expected);
  });
});

describe('pastedAddress', () => {
  it.each([
    ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
    [' <https://example.com/a> ', 'https://example.com/a'],
    ['www.example.com/a', 'www.example.com/a'],
    ['münchen.example', 'münchen.example'],
    ['example', null],
    ['1.2', null],
    ['see https://example.com/', null],
    ['https://a.example/ https://b.example/', null],
    ['', null],
  ])('%j is %j', (text, address) => {
    expect(pastedAddress(text)).toBe(address);
  });
});

describe('addressIn', () => {
  it.each([
    ['https://example.com/a', 'https://example.com/a'],
    ['https://example.com/Who_is_it?', 'https://example.com/Who_is_it?'],
    ['Look at this: https://example.com/a now', 'https://example.com/a'],
    ['Title\nhttps://example.com/a.', 'https://example.com/a'],
    ['Read (https://example.com/a), please', 'https://example.com/a'],
    ['Read (https://example.com/a_(b)), please', 'https://example.com/a_(b)'],
    ['Title:“https://example.com/a”!', 'https://example.com/a'],
    ['看https://example.com/a', 'https://example.com/a'],
    ['(see example.com/a)', 'example.com/a'],
    ['https://a.example/1 https://b.example/2', 'https://a.example/1'],
    ['https://a.example/?to=https://b.example/', 'https://a.example/?to=https://b.example/'],
    ['No address.', null],
    ['', null],
  ])('%j has %j', (text, address) => {
    expect(addressIn(text)).toBe(address);
  });
});

describe('unwrappedAddress', () => {
  it.each([
    ['https://example.com/very/\n  long/path?x=1', 'https://example.com/very/long/path?x=1'],
    ['<https://example.com/a\r\nb>\n', 'https://example.com/ab'],
    ['https://example.com/a\n', null],
    ['https://example.com/a b', null],
    ['https://a.example/1\nhttps://b.example/2', null],
    ['https://example.com/a\nis the address', null],
    ['See\nhttps://example.com/a', null],
    ['example.com\nHome', null],
  ])('%j is %j', (text, address) => {
    expect(unwrappedAddress(text)).toBe(address);
  });
});

describe('pastedAddresses', () => {
  it.each([
    ['https://a.example/1\r\n\r\n b.example/2 \n', ['https://a.example/1', 'b.example/2']],
    ['"https://a.example/1"\n<https://b.example/2>', ['https://a.example/1', 'https://b.example/2']],
    ['https://a.example/1', null],
    ['See https://a.example/1\nhttps://b.example/2', null],
    ['https://a.example/1\nand so on', null],
    ['\n', null],
  ])('%j', (text, expected) => {
    expect(pastedAddresses(text)).toEqual(expected);
  });
});
