import { startApp, type ApiClient, type AppProcess } from '@signpost/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { join, PASSWORD, userIdOf } from '../support/people.js';
import { System } from './system.js';
import { beginning, steps } from './workspace-commands.js';
import { ACTORS, World, type Actor } from './world.js';

/** Sequences of one run; `MODEL_RUNS` makes a longer one, `MODEL_SEED` repeats one, `MODEL_SHRINK` shortens what fails. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 6);
const SEED = Number(process.env['MODEL_SEED'] ?? 20_261_121);
/** Steps of one history. */
const LENGTH = 40;
const BASE = 'signpost.test';

let app: AppProcess;
let founder: ApiClient;
let clients: Record<Actor, ApiClient>;
let userIds: Record<Actor, string>;
let serial = 0;

beforeAll(async () => {
  app = await startApp({ env: { DEPLOYMENT_MODE: 'multi', PUBLIC_URL: `http://${BASE}` } });
  founder = app.client();
  founder.host = BASE;
  await founder.post('/api/auth/register', { email: 'founder@example.test', password: PASSWORD });
  const home = await founder.post('/api/workspaces', { name: 'Home', slug: 'home-base' });
  expect(home.status).toBe(201);
  founder.host = `home-base.${BASE}`;
  clients = {
    owner: founder,
    member: await join(app, founder, 'MEMBER'),
    viewer: await join(app, founder, 'VIEWER'),
    stranger: await join(app, founder, 'MEMBER'),
  };
  userIds = Object.fromEntries(
    await Promise.all(ACTORS.map(async (actor) => [actor, await userIdOf(clients[actor])] as const)),
  ) as Record<Actor, string>;
});
afterAll(() => app?.stop());

/** A new workspace with the same people. */
async function aSystem(): Promise<System> {
  serial += 1;
  founder.host = BASE;
  const made = await founder.post('/api/workspaces', { name: 'Model', slug: `model-${serial}` });
  expect(made.status).toBe(201);
  await app.database.query(
    `INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, 'MEMBER'), ($1, $3, 'VIEWER')`,
    [made.body.id, userIds.member, userIds.viewer],
  );
  return new System(app, `model-${serial}.${BASE}`, clients, userIds);
}

test(`${RUNS} random histories of a workspace agree with the model (seed ${SEED})`, async () => {
  onTestFailed(() => console.error(app.output()));
  let links = 0;
  let visits = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(...steps), { minLength: LENGTH, maxLength: LENGTH }), async (history) => {
      const real = await aSystem();
      const model = new World();
      await fc.asyncModelRun(() => ({ model, real }), [...beginning, ...history]);
      links += model.links.length;
      visits += model.links.reduce((sum, link) => sum + link.usedVisits, 0);
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: process.env['MODEL_SHRINK'] === undefined },
  );
  // Histories in which everything is refused would show nothing.
  expect(links).toBeGreaterThan(RUNS * 4);
  expect(visits).toBeGreaterThan(RUNS / 3);
}, 3_600_000);
