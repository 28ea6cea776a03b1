// Load: wrk where it is installed, autocannon (which costs far more itself) where it is not.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { has, onCore } from './machine.mjs';
import { fetchPackage } from './packages.mjs';

export const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

/** Name of the generator in use. */
export const GENERATOR = has('wrk') ? 'wrk' : 'autocannon';

/**
 * Sends requests for `<prefix>0` … `<prefix>(count - 1)` in turn, or in steps, for some seconds.
 * @param {{ port: number, prefix: string, count: number, seconds: number, connections: number, core: string | null,
 *   botShare?: number, start?: number, step?: number }} options
 * @returns {Promise<{ requests: number, perSecond: number, p50: number, p99: number, failed: number,
 *   refused: number }>} times in ms; `refused` are answers of 400 and above, which count among the requests
 */
export function load(options) {
  return GENERATOR === 'wrk' ? withWrk(options) : withAutocannon(options);
}

async function withWrk(options) {
  const { port, prefix, count, seconds, connections, core, botShare = 0, start = 0, step = 1 } = options;
  const folder = mkdtempSync(join(tmpdir(), 'signpost-bench-'));
  const script = join(folder, 'load.lua');
  const every = botShare > 0 ? Math.round(1 / botShare) : 0;
  writeFileSync(
    script,
    `local n = ${start}
local tail = " HTTP/1.1\\r\\nHost: 127.0.0.1:${port}\\r\\nAccept: text/html\\r\\nUser-Agent: ${BROWSER}\\r\\n\\r\\n"
local bot = " HTTP/1.1\\r\\nHost: 127.0.0.1:${port}\\r\\nAccept: text/html\\r\\nUser-Agent: ${BOT}\\r\\n\\r\\n"
function request()
  n = n + 1
  local ending = tail
  if ${every} > 0 and n % ${Math.max(1, every)} == 0 then ending = bot end
  return "GET /${prefix}" .. string.format("%d", n * ${step} % ${count}) .. ending
end
function done(summary, latency)
  io.write(string.format("RESULT %d %d %f %f %d %d\\n", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99),
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout,
    summary.errors.status))
end
`,
  );
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, `http://127.0.0.1:${port}/`];
  const text = await output(...firstOnCore(core, ['wrk', ...args]), core !== null);
  rmSync(folder, { recursive: true, force: true });
  const result = /RESULT (\d+) (\d+) ([\d.]+) ([\d.]+) (\d+) (\d+)/.exec(text);
  if (result === null) throw new Error(`wrk said: ${text}`);
  const [requests, micros, p50, p99, failed, refused] = result.slice(1).map(Number);
  return { requests, perSecond: (requests * 1e6) / micros, p50: p50 / 1000, p99: p99 / 1000, failed, refused };
}

/** A program on a core, and before whatever else runs there: a clock that has to wait for its turn measures that wait. */
function firstOnCore(core, command) {
  const isFirst = core !== null && process.getuid?.() === 0 && has('nice');
  return onCore(core, isFirst ? ['nice', '-n', '-10', ...command] : command);
}

/**
 * The same where Linux shares its cores among sessions: there a priority does not reach beyond the process's own session.
 * Only root may; for others everything stays as it is.
 */
function putSessionFirst(pid) {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, '-20');
  } catch {
    // Not root, or not Linux.
  }
}

async function withAutocannon(options) {
  const { port, prefix, count, seconds, connections, botShare = 0, start = 0, step = 1 } = options;
  const { default: autocannon } = await fetchPackage('autocannon');
  let n = start;
  const every = botShare > 0 ? Math.round(1 / botShare) : 0;
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => {
          n += 1;
          const isBot = every > 0 && n % every === 0;
          return {
            ...request,
            path: `/${prefix}${(n * step) % count}`,
            headers: { 'user-agent': isBot ? BOT : BROWSER },
          };
        },
      },
    ],
  });
  const { requests, latency, errors, non2xx } = result;
  const refused = non2xx - result['3xx'];
  return {
    requests: requests.total,
    perSecond: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    failed: errors,
    refused,
  };
}

function output(program, args, isFirst) {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: isFirst });
    if (isFirst && child.pid !== undefined) putSessionFirst(child.pid);
    let text = '';
    child.stdout.on('data', (chunk) => (text += chunk));
    child.stderr.on('data', (chunk) => (text += chunk));
    child.on('error', fail);
    child.on('close', () => done(text));
  });
}
