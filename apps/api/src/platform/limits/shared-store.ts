import { Logger } from '@nestjs/common';
import { createClient } from 'redis';

const CONNECT_TIMEOUT_MS = 500;

/** The client of the store that counts for all processes. */
export type SharedStore = ReturnType<typeof openStore>;

/** Connects in the background and keeps reconnecting; commands fail at once while it is away. */
export function openStore(url: string) {
  const logger = new Logger('RateLimits');
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: (tries) => Math.min(5000, 100 * 2 ** tries) },
  });
  client.on('error', (error: Error) => {
    logger.warn(`the shared rate limit store is away, counting per process: ${error.message}`);
  });
  client.connect().catch(() => undefined);
  return client;
}
