// Load by wrk: a generator of JavaScript costs more than what it measures.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onCore } from './machine.mjs';

/** The core that load comes from. */
export const LOAD_CORE = '1';

export const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

/**
 * Sends requests for `<prefix>0` … `<prefix>(count - 1)` in turn, or in steps, for some seconds.
 * @param {{ port: number, prefix: string, count: number, seconds: number, connections: number,
 *   start?: number, step?: number }} options
 * @returns {Promise<{ requests: number, perSecond: number, p50: number, p99: number, refused: number }>} times in ms;
 *   `refused` are answers of 400 and above, which count among the requests
 */
export async function load({ port, prefix, count, seconds, connections, start = 0, step = 1 }) {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-bench-'));
  const script = join(folder, 'load.lua');
  writeFileSync(
    script,
    `local n = ${start}
local tail = " HTTP/1.1\\r\\nHost: 127.0.0.1:${port}\\r\\nAccept: text/html\\r\\nUser-Agent: ${BROWSER}\\r\\n\\r\\n"
function request()
  n = n + 1
  return "GET /${prefix}" .. string.format("%d", n * ${step} % ${count}) .. tail
end
function done(summary, latency)
  io.write(string.format("RESULT %d %d %f %f %d\\n", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99), summary.errors.status))
end
`,
  );
  const wrk = ['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, `http://127.0.0.1:${port}/`];
  // Before whatever else runs on its core: a clock that has to wait for its turn measures that wait. Only root may put it first.
  const { stdout } = await promisify(execFile)(...onCore(LOAD_CORE, ['nice', '-n', '-10', ...wrk]));
  rmSync(folder, { recursive: true, force: true });
  const result = /RESULT (\d+) (\d+) ([\d.]+) ([\d.]+) (\d+)/.exec(stdout);
  if (result === null) throw new Error(`wrk said: ${stdout}`);
  const [requests, micros, p50, p99, refused] = result.slice(1).map(Number);
  return { requests, perSecond: (requests * 1e6) / micros, p50: p50 / 1000, p99: p99 / 1000, refused };
}

/** The same, until every link was requested once: later measurements include neither reading links nor compiling code. */
export async function requestAll(options) {
  for (let sent = 0; sent < options.count;) sent += (await load({ ...options, start: sent })).requests;
}
