import { pictureOfBars, pictureOfTime, type PictureColours } from './picture';

const COLOURS: PictureColours = {
  surface: '#fff',
  ink: '#111',
  ink2: '#555',
  line: '#ddd',
  signal: '#fb0',
  signalFill: '#fd8',
  categories: ['#01f', '#02f'],
};
const TEXT = { title: 'Spring & "sale"', about: '1 Nov 2026 – 3 Nov 2026, UTC <de>', source: 'Source: Signpost' };

function parsed(svg: string): Document {
  const document = new DOMParser().parseFromString(svg, 'image/svg+xml');
  expect(document.querySelector('parsererror')).toBeNull();
  return document;
}

const texts = (document: Document): string[] => [...document.querySelectorAll('text')].map((text) => text.textContent);

it('draws both windows with their names, and the day that is not over dotted', () => {
  const svg = pictureOfTime(
    {
      now: { name: 'Clicks: 9', counts: [4, 5, 0] },
      open: 'Not over yet',
      before: { name: 'Before: 3', counts: [1, 2] },
      times: ['1 Nov', '2 Nov', '3 Nov'],
      value: String,
    },
    TEXT,
    COLOURS,
  );
  const document = parsed(svg);
  expect(texts(document)).toEqual(expect.arrayContaining([...Object.values(TEXT), 'Clicks: 9', 'Before: 3', '3 Nov']));
  const lines = [...document.querySelectorAll('polyline')];
  expect(lines.map((line) => line.getAttribute('points')?.split(' ').length)).toEqual([2, 2, 2]);
  expect(lines.map((line) => line.getAttribute('stroke-dasharray'))).toEqual(['6 4', null, '2 3']);
  expect(svg).not.toMatch(/var\(|NaN|style=/);
});

it.each([[[]], [[0]], [[7]]])('draws %j without a fault', (counts) => {
  const now = { name: 'Clicks', counts };
  const svg = pictureOfTime({ now, open: null, before: null, times: counts.map(String), value: String }, TEXT, COLOURS);
  parsed(svg);
  expect(svg).not.toContain('NaN');
});

it('draws every bar in its colour, and keeps long and strange labels inside', () => {
  const bars = [
    { label: `${'x'.repeat(200)}\u0000`, count: 10, value: '10', category: 2 },
    { label: '<b>', count: 0, value: '0', category: null },
  ];
  const document = parsed(pictureOfBars(bars, TEXT, COLOURS));
  const fills = [...document.querySelectorAll('rect[rx]')].map((bar) => bar.getAttribute('fill'));
  expect(fills).toEqual(['#02f', '#fd8']);
  expect(texts(document)).toEqual(expect.arrayContaining([`${'x'.repeat(79)}…`, '<b>']));
});
