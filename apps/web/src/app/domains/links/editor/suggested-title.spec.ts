import { suggestedTitle } from './suggested-title';

describe('a title that is read off an address', () => {
  it.each([
    ['https://www.example.com/shop/spring-sale', 'Spring sale'],
    ['example.com/2026_spring-sale.html?ref=mail#top', '2026 spring sale'],
    ['https://example.com/docs/Fr%C3%BChlings-Angebote/', 'Frühlings Angebote'],
    ['https://example.com/blog/opening/2026/11', 'Opening'],
    ['https://example.com/products/8f3a9c2e4b', 'Products'],
    ['https://example.com/news/0191f3c2-7d4a-7c1e-9b2f-3a5d6e7f8a9b', 'News'],
    ['https://example.com/de/index.html', 'example.com'],
    ['https://www.example.com', 'example.com'],
    ['"https://example.com/a-pasted-one"', 'A pasted one'],
    ['https://xn--bcher-kva.example/', 'bücher.example'],
    ['https://example.com/%E0%A4%A', 'example.com'],
    ['https://example.com:8443/', 'example.com'],
    ['spring sale', null],
    ['', null],
  ])('%s → %s', (typed, title) => {
    expect(suggestedTitle(typed)).toBe(title);
  });
});
