import type { AppProcess } from '@signpost/testing';

/** Environment of an application whose memory {@link heldMegabytes} can measure. */
export const INSPECTED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' } as const;

/**
 * Megabytes that the application's main thread retains after a full garbage collection. The process size is no measure:
 * garbage grows for tens of thousands of requests before it is collected, so it depends on the moment of measuring.
 */
export async function heldMegabytes(app: AppProcess): Promise<number> {
  const [, address] = /Debugger listening on (ws:\S+)/.exec(app.output()) ?? [];
  if (address === undefined) throw new Error('the application was not started with INSPECTED');
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  try {
    await call(socket, 1, 'HeapProfiler.collectGarbage', {});
    const expression = 'process.memoryUsage().heapUsed + process.memoryUsage().external';
    const { result } = (await call(socket, 2, 'Runtime.evaluate', { expression })) as { result: { value: number } };
    return result.value / 1024 ** 2;
  } finally {
    socket.close();
  }
}

function call(socket: WebSocket, id: number, method: string, params: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    socket.onclose = () => {
      reject(new Error(`the application went away during ${method}`));
    };
    socket.onmessage = ({ data }) => {
      const answer = JSON.parse(String(data)) as { id?: number; result?: unknown };
      if (answer.id === id) resolve(answer.result);
    };
    socket.send(JSON.stringify({ id, method, params }));
  });
}
