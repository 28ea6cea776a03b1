import cluster from 'node:cluster';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import type { Config } from './platform/config/index.js';
import { startWorkers } from './workers.js';

vi.mock('node:cluster', async (load) => {
  const whole = await load<{ default: typeof cluster }>();
  return { ...whole, default: Object.assign(Object.create(whole.default) as object, { fork: vi.fn() }) };
});

test.each(['port', 'metricsPort'])('a %s in use is reported once, before any worker starts', async (which) => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const config = { host: '127.0.0.1', port: 0, metricsPort: null, webConcurrency: 2, [which]: port };
  await expect(startWorkers(config as unknown as Config)).rejects.toMatchObject({ code: 'EADDRINUSE', port });
  expect(cluster.fork).not.toHaveBeenCalled();
  other.close();
});
