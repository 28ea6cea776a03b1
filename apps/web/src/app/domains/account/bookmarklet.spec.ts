import { runInNewContext } from 'node:vm';
import { bookmarklet } from './bookmarklet';

it('a bookmark opens /new with the address and the title of the page that it is pressed on', () => {
  const opened: string[] = [];
  const open = (url: string): number => opened.push(url);
  const page = { location: { href: 'https://example.com/a?b=1&c=#d' }, document: { title: 'Ärger & Co' } };
  runInNewContext(bookmarklet('https://links.example').replace(/^javascript:/, ''), { open, ...page });
  const { searchParams, pathname } = new URL(opened[0] ?? '');
  expect([pathname, ...searchParams]).toEqual([
    '/new',
    ['url', 'https://example.com/a?b=1&c=#d'],
    ['title', 'Ärger & Co'],
  ]);
});
