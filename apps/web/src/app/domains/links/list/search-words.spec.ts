import { searchWords, wholeWords } from './search-words';

const plain = { shortUrlBase: 'https://go.example', linkPrefix: null };
const withPath = { shortUrlBase: 'https://go.example/go', linkPrefix: 'go' };

describe('searchWords', () => {
  it.each([
    'https://go.example/abc',
    'http://GO.example/abc',
    'https://go.example:443/abc',
    'go.example/abc',
    '/abc',
    ' go.example/abc/ ',
    'go.example/abc?utm_source=qr',
    'https://go.example/abc#top',
    '"https://go.example/abc"',
    '„go.example/abc“',
    ' <https://go.example/abc> ',
  ])('finds the slug in %s', (typed) => {
    expect(searchWords(typed, plain)).toBe('abc');
  });

  it.each(['https://go.example/go/abc', 'go.example/go/abc', 'Go/abc', '/go/abc', 'https://go.example/abc', '/abc'])(
    'finds the slug in %s below a link path',
    (typed) => {
      expect(searchWords(typed, withPath)).toBe('abc');
    },
  );

  it.each([
    'abc',
    'spring sale',
    '"abc"',
    '"spring sale"',
    'what? abc',
    '/',
    'https://go.example/',
    'go.example',
    'https://example.com/abc',
    'example.com/abc',
    'https://go/abc',
    'docs/abc',
    'https://go.example/x.html',
  ])('leaves %s as it is', (typed) => {
    expect(searchWords(typed, withPath)).toBe(typed);
  });

  it.each(['https://go.example/former/abc', '"go.example/docs/pricing"', 'https://go.example/a/b/c'])(
    'leaves %s to the server, without quotes',
    (typed) => {
      expect(searchWords(typed, withPath)).toBe(typed.replaceAll('"', ''));
    },
  );

  it('knows no path where none is set', () => {
    expect(searchWords('null/abc', plain)).toBe('null/abc');
    expect(searchWords('/null/abc', plain)).toBe('/null/abc');
    expect(searchWords('/abc', null)).toBe('/abc');
  });

  it.each([
    ['https://go.example/abc', 'https://go.example/abc'],
    ['"go.example/abc"', 'go.example/abc'],
    ['go.example/abc?utm_source=qr', 'go.example/abc?utm_source=qr'],
    ['/abc', 'abc'],
    ['spring sale', 'spring sale'],
    ['"v2.0"', '"v2.0"'],
  ])('keeps a short address with its host whole: %s', (typed, words) => {
    expect(wholeWords(typed, plain)).toBe(words);
  });

  it('minds the port', () => {
    const local = { shortUrlBase: 'http://localhost:3000', linkPrefix: null };
    expect(searchWords('localhost:3000/abc', local)).toBe('abc');
    expect(searchWords('localhost:4000/abc', local)).toBe('localhost:4000/abc');
  });
});
