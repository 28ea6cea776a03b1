// Every report over HTTP, of instances of different size in turn, and the same counts as GROUP BY over the raw events.
import { httpGet, percentile } from './instance.mjs';
import { familyCpuSeconds } from './machine.mjs';

const PERIODS = ['24h', '7d', '30d', '90d', 'all'];

/** Rounds that are not counted: processes, connections and caches warm up. */
const WARM_UP_ROUNDS = 3;
/** A median is that of so many parts of the run: what the machine did meanwhile spoils one or two of them. */
const BLOCKS = 5;

const say = (text) => process.stdout.write(text);

/**
 * Times each report of each instance in rounds. The instances are asked one after the other, the first one last in every
 * other round: whatever else the machine does falls on all of them.
 * @returns {Promise<Record<string, { p95: number, p50: number, cpu: number }>[]>} by instance and name of the report, in ms
 */
export async function timeReports(instances, rounds) {
  const paths = [];
  for (const instance of instances) paths.push(pathsOf(await findSubjects(instance)));
  const names = Object.keys(paths[0]);
  const samples = instances.map(() => Object.fromEntries(names.map((name) => [name, { took: [], cpu: 0 }])));
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    for (const name of names) {
      const order = instances.map((_, index) => index);
      for (const index of round % 2 === 0 ? order : order.toReversed()) {
        const { pid, port, cookie } = instances[index];
        const cpuBefore = familyCpuSeconds(pid);
        const started = performance.now();
        await httpGet(port, paths[index][name], cookie);
        const took = performance.now() - started;
        if (round < 0) continue;
        samples[index][name].took.push(took);
        samples[index][name].cpu += familyCpuSeconds(pid) - cpuBefore;
      }
    }
  }
  return samples.map((of, index) => {
    const results = Object.fromEntries(
      names.map((name) => {
        const { took, cpu } = of[name];
        return [name, { p95: percentile(took, 0.95), p50: steadyMedian(took), cpu: (cpu * 1000) / rounds }];
      }),
    );
    show(instances[index].events, results);
    return results;
  });
}

/** The median of the medians of parts of the run. */
function steadyMedian(values) {
  const size = Math.ceil(values.length / BLOCKS);
  const medians = [];
  for (let at = 0; at < values.length; at += size) medians.push(percentile(values.slice(at, at + size), 0.5));
  return percentile(medians, 0.5);
}

/** How much longer the reports of the second take: all together by the clock and by processor time, and the worst by that. */
export function compareReports(small, large) {
  const sum = (reports, key) => Object.values(reports).reduce((total, report) => total + report[key], 0);
  say(
    `\n| ratio of medians (of processor time) | ${PERIODS.join(' | ')} |\n|---|${PERIODS.map(() => '---|').join('')}\n`,
  );
  eachSubject(large, (subject, names) => {
    const cells = names.map((name) => {
      const [a, b] = [small[name], large[name]];
      return `${(b.p50 / a.p50).toFixed(2)} (${(b.cpu / a.cpu).toFixed(2)})`;
    });
    say(`| ${subject} | ${cells.join(' | ')} |\n`);
  });
  return {
    clock: sum(large, 'p50') / sum(small, 'p50'),
    cpu: sum(large, 'cpu') / sum(small, 'cpu'),
    worst: Object.keys(large)
      .map((name) => ({ name, ratio: large[name].p50 / small[name].p50 }))
      .sort((a, b) => b.ratio - a.ratio)[0],
  };
}

function show(events, results) {
  say(`\n${events.toLocaleString('en')} events:\n`);
  say(`| p95 in ms (median; processor time) | ${PERIODS.join(' | ')} |\n|---|${PERIODS.map(() => '---|').join('')}\n`);
  eachSubject(results, (subject, names) => {
    const cells = names.map((name) => {
      const { p95, p50, cpu } = results[name];
      return `${p95.toFixed(1)} (${p50.toFixed(1)}; ${cpu.toFixed(1)})`;
    });
    say(`| ${subject} | ${cells.join(' | ')} |\n`);
  });
}

function eachSubject(results, visit) {
  const names = Object.keys(results);
  for (let at = 0; at < names.length; at += PERIODS.length) {
    visit(names[at].slice(0, -PERIODS[0].length - 1), names.slice(at, at + PERIODS.length));
  }
}

/** The most clicked link, one in the middle, a cold one, and the campaign with the most links. */
async function findSubjects({ database, events }) {
  const { rows: links } = await database.query(
    `SELECT l.id, l.no FROM links l JOIN link_counters c ON c.link_id = l.id ORDER BY c.lifetime_clicks DESC, l.no`,
  );
  const { rows: campaigns } = await database.query(
    `SELECT k.campaign_id AS id, c.no, (SELECT count(*) FROM links l WHERE l.campaign_id = c.id) AS links
     FROM campaign_clicks k JOIN campaigns c ON c.id = k.campaign_id ORDER BY links DESC LIMIT 1`,
  );
  say(`the largest campaign of ${events.toLocaleString('en')} events has ${campaigns[0]?.links} links\n`);
  return { hot: links[0], middle: links[Math.floor(links.length / 20)], cold: links.at(-1), campaign: campaigns[0] };
}

/** Paths by the name of the report, all periods of one subject together. */
function pathsOf({ hot, middle, cold, campaign }) {
  const subjects = {
    workspace: '/api/workspaces/analytics?',
    'link, most clicked': `/api/links/${hot.id}/analytics?`,
    'link, middle': `/api/links/${middle.id}/analytics?`,
    'link, cold': `/api/links/${cold.id}/analytics?`,
    'campaign, recorded': `/api/campaigns/${campaign.id}/analytics?`,
    'campaign, current': `/api/campaigns/${campaign.id}/analytics?attribution=current&`,
  };
  return Object.fromEntries(
    Object.entries(subjects).flatMap(([name, path]) =>
      PERIODS.map((period) => [`${name} ${period}`, `${path}period=${period}`]),
    ),
  );
}

/** The same counts of 90 days from the raw events: what reports would cost without roll-ups. */
export async function timeRaw({ database, events }) {
  const { rows } = await database.query(
    `SELECT l.no FROM links l JOIN link_counters c ON c.link_id = l.id ORDER BY c.lifetime_clicks DESC, l.no LIMIT 1`,
  );
  for (const [name, where] of [
    ['workspace', 'true'],
    ['link, most clicked', `link_no = ${rows[0].no}`],
  ]) {
    const started = performance.now();
    for (const by of ["date_trunc('day', occurred_at)", 'referrer_no', 'country', 'device', 'browser', 'os']) {
      await database.query(`SELECT ${by}, count(*) FROM click_events WHERE ${where} AND outcome = 0 GROUP BY 1`);
    }
    const seconds = (performance.now() - started) / 1000;
    say(`raw GROUP BY over ${events.toLocaleString('en')}, six counts of the ${name}: ${seconds.toFixed(2)} s\n`);
  }
}
