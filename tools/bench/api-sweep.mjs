// Every filter of the list in every order, on its first page of 20 and on page 100 of 100: what nobody asks for twice, but
// somebody asks for once.

const tags = (count) => `tags=${Array.from({ length: count }, (_, n) => `tag ${20 - n}`).join(',')}`;

/** Filters alone, and those of them together that are dear. */
const FILTERS = [
  '',
  ...['active', 'scheduled', 'expired', 'limit_reached', 'disabled'].map((status) => `status=${status}`),
  ...['e', 'z', '9', 'eb', 'l1', 'com/we', 'web', 'webinar', 'example', 'launch 1', 'zzzzzz'].map((q) => `q=${q}`),
  ...[1, 2, 3, 8, 20].map(tags),
  'tags=tag 5',
  'campaignId=%campaign%',
  'createdBy=me',
  'destination=%destination%',
  'needsReview=true',
  'archived=true',
  'archived=all',
  'trashed=true',
  'status=active&createdBy=me',
  'status=active&needsReview=true',
  'status=active&archived=all',
  'status=limit_reached&tags=tag 20',
  'tags=tag 20&needsReview=true',
  'q=e&status=active',
  'q=e&status=limit_reached',
  'q=e&archived=all',
  `q=e&${tags(20)}`,
  'q=e&campaignId=%campaign%',
  'q=eb&status=active',
  'q=eb&tags=tag 20',
  'q=example&status=scheduled',
  'q=webinar&archived=all',
  'q=9&status=active&needsReview=true',
  'q=e&needsReview=true&status=active&createdBy=me&archived=all',
  'q=launch&tags=tag 20&status=active&createdBy=me&needsReview=true',
];
const SORTS = ['-createdAt', 'createdAt', '-clicks', 'clicks', 'title', 'expiresAt'];
const PAGES = ['page=1', 'perPage=100&page=100'];
/** How many of the slowest are printed. */
const PRINTED = 12;

/**
 * @param {(query: string) => Promise<number[]>} time milliseconds of some requests
 * @returns the slowest combination and p95 over all requests, each with the target
 */
export async function sweepLists(time, { only, print, target }) {
  const asked = [];
  for (const filter of FILTERS) {
    if (only !== undefined && !filter.includes(only)) continue;
    for (const sort of SORTS) {
      for (const page of PAGES) {
        const query = [filter, `sort=${sort}`, page].filter(Boolean).join('&');
        const taken = (await time(query)).toSorted((a, b) => a - b);
        asked.push({ query: query.replace(tags(20), '20 tags').replace(tags(8), '8 tags'), taken });
      }
    }
  }
  const p95 = (taken) => taken[Math.ceil(taken.length * 0.95) - 1];
  const median = (taken) => taken[Math.floor(taken.length / 2)];
  const slowest = asked.toSorted((a, b) => p95(b.taken) - p95(a.taken));
  process.stdout.write(`\nEvery filter, order and page: ${asked.length} requests, the slowest of them\n`);
  print(['request', 'median ms', 'p95 ms', 'target']);
  print(Array(4).fill('---'));
  for (const { query, taken } of slowest.slice(0, PRINTED)) {
    print([`\`${query}\``, median(taken).toFixed(1), p95(taken).toFixed(1), `≤ ${target}`]);
  }
  const all = asked.flatMap(({ taken }) => taken).toSorted((a, b) => a - b);
  const beyond = asked.filter(({ taken }) => p95(taken) > target).length;
  process.stdout.write(`\n${all.length} requests: median ${median(all)?.toFixed(1)}, p95 ${p95(all)?.toFixed(1)} ms; `);
  process.stdout.write(`${beyond} of ${asked.length} combinations beyond the target\n`);
  return slowest
    .slice(0, 1)
    .map(({ query, taken }) => ({ name: `slowest: ${query}`, milliseconds: p95(taken), target }));
}
