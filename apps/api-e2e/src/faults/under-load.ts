import { eventually, type ApiClient, type AppProcess } from '@signpost/testing';
import { expect } from 'vitest';
import { uncaught } from '../load/process-facts.js';
import { answeredWith, nothingSeen, Visitors, type Seen } from '../load/visitors.js';

/** Bearer secret of the status route in these tests. */
export const JOBS_SECRET = 'a-secret-for-the-status-route';

const PER_SECOND = 300;
const CONNECTIONS = 16;
/** More than are under way at once. */
const MANY = 100;

/** A link of the owner's that visitors ask for. @returns its path. */
export async function aPath(owner: ApiClient): Promise<string> {
  const { body } = await owner.post('/api/links', { destinationUrl: 'https://example.com/' });
  return `/${body.slug as string}`;
}

/** Waits until many more visitors have been redirected: whatever is wrong at that moment, they do not wait for its end. */
export type VisitorsGoOn = () => Promise<unknown>;

/** Visitors go on while something goes wrong, a little longer, and then leave. @returns `seen`, added to. */
export async function underLoad(
  app: AppProcess,
  paths: string[],
  incident: (visitorsGoOn: VisitorsGoOn) => Promise<void>,
  seen = nothingSeen(),
): Promise<Seen> {
  const goOn = (): Promise<unknown> => {
    const enough = answeredWith(seen, 302) + MANY;
    return eventually(() => answeredWith(seen, 302) >= enough);
  };
  const visitors = new Visitors({ port: app.port, paths, perSecond: PER_SECOND, connections: CONNECTIONS }, seen);
  try {
    await goOn();
    await incident(goOn);
    await goOn();
  } finally {
    await visitors.stop();
  }
  return seen;
}

/**
 * Expectations under every fault: every visitor was redirected, every redirect is recorded once, and the application had no
 * uncaught error.
 */
export async function expectNothingLost(app: AppProcess, seen: Seen): Promise<void> {
  expect([seen.broken, [...seen.statuses.keys()]]).toEqual([0, [302]]);
  await eventually(async () => (await recorded(app)) >= answeredWith(seen, 302));
  expect(await recorded(app)).toBe(answeredWith(seen, 302));
  expect(uncaught(app)).toEqual([]);
  expect(app.child.exitCode).toBeNull();
}

/** Clicks in the reports; null while the database is unavailable. */
async function recorded(app: AppProcess): Promise<number> {
  const rows = await app.database
    .query<{ n: string | null }>('SELECT sum(lifetime_clicks) n FROM link_counters')
    .catch(() => []);
  return Number(rows[0]?.n ?? 0);
}

/** State of one signal, as an operator reads it. */
export async function signal(app: AppProcess, key: string): Promise<string> {
  const answer = await app.client().get('/api/admin/status', { headers: { authorization: `Bearer ${JOBS_SECRET}` } });
  const signals = (answer.body?.signals ?? []) as { key: string; state: string }[];
  return signals.find((one) => one.key === key)?.state ?? `status ${answer.status}`;
}

/** Waits until an operator reads this state. */
export async function untilSignal(app: AppProcess, key: string, state: string): Promise<void> {
  await eventually(async () => (await signal(app, key)) === state);
}
