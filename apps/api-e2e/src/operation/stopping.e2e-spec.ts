import { eventually, setUpOwner, startApp } from '@signpost/testing';
import { expect, test } from 'vitest';
import { aPath } from '../faults/under-load.js';
import { answeredWith, nothingSeen, Visitors } from '../load/visitors.js';

// SIGHUP is what a terminal sends when it is closed.
test.each(['SIGTERM', 'SIGHUP'] as const)(
  'an application that is stopped by %s cuts off nobody who is connected',
  async (signal) => {
    const app = await startApp();
    const paths = [await aPath(await setUpOwner(app))];
    const seen = nothingSeen();
    const visitors = new Visitors({ port: app.port, paths, perSecond: 300, connections: 16 }, seen);
    try {
      await eventually(() => answeredWith(seen, 302) > 100);
      expect(await app.kill(signal)).toBe(0);
    } finally {
      await visitors.stop();
      await app.stop();
    }
    expect([seen.broken, [...seen.statuses.keys()]]).toEqual([0, [302]]);
  },
);
