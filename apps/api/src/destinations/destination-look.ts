import { normalizeDestination } from '@signpost/domain';
import robotsParser from 'robots-parser';
import { request, type Dispatcher } from 'undici';
import { broken, unknown, verdictOfFailure, verdictOfStatus, type LookVerdict } from './look-verdict.js';

/** A parsed robots.txt. */
interface Robots {
  isAllowed(url: string, agent: string): boolean | undefined;
}

// Its type declarations describe an ES module, but it is a CommonJS module.
const parseRobots = robotsParser as unknown as (url: string, text: string) => Robots;

/** Limits of one check (decisions 4). */
const LOOK_MS = 10_000;
const BODY_BYTES = 64 * 1024;
const REDIRECTS_MAX = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Settings for checking destinations. */
export interface LookOptions {
  readonly agent: Dispatcher;
  /** Identifies the instance and where to complain. */
  readonly userAgent: string;
  readonly allowPrivate: boolean;
}

/** Result of a check, and the requested pause. */
export interface Look {
  readonly verdict: LookVerdict;
  /** Seconds of a `Retry-After`; null when none was sent. */
  readonly retryAfterSeconds: number | null;
}

/** The parts of a response that are used, after its body was read up to the limit. */
interface Answer {
  readonly status: number;
  readonly location: string | null;
  readonly retryAfterSeconds: number | null;
  readonly isChallenge: boolean;
}

/**
 * Checks whether a destination responds: robots.txt first, then HEAD, and GET if HEAD is inconclusive. Follows up to
 * five redirects, checking each URL. Only the verdict is kept of the responses.
 * @param signal aborts the check; by default after ten seconds.
 */
export async function lookAt(
  url: string,
  options: LookOptions,
  signal: AbortSignal = AbortSignal.timeout(LOOK_MS),
): Promise<Look> {
  try {
    return await follow(url, options, signal);
  } catch (error) {
    return { verdict: signal.aborted ? unknown('timeout') : verdictOfFailure(error), retryAfterSeconds: null };
  }
}

async function follow(url: string, options: LookOptions, signal: AbortSignal): Promise<Look> {
  const seen = new Set<string>();
  // By address, so that a chain of redirects within one host requests its robots.txt once.
  const robots = new Map<string, Robots>();
  let at = url;
  let retryAfterSeconds: number | null = null;
  const end = (verdict: LookVerdict): Look => ({ verdict, retryAfterSeconds });
  for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
    const checked = normalizeDestination(at, { allowPrivate: options.allowPrivate });
    if (!checked.ok) return end(hops === 0 ? unknown('unexpected_answer') : unknown('private_address'));
    // The fragment is not sent to the server, so URLs that differ only there are the same request.
    const key = checked.url.replace(/#.*$/, '');
    if (seen.has(key)) return end(broken('redirect_loop'));
    seen.add(key);
    if (!(await isAllowedByRobots(key, robots, options, signal))) return end(unknown('robots'));
    const answer = await probe(key, options, signal);
    ({ retryAfterSeconds } = answer);
    if (!REDIRECTS.has(answer.status))
      return end(answer.isChallenge ? unknown('wall') : verdictOfStatus(answer.status));
    if (answer.location === null || !URL.canParse(answer.location, key)) return end(unknown('unexpected_answer'));
    at = new URL(answer.location, key).href;
  }
  return end(unknown('too_many_redirects'));
}

/** Sends HEAD, and GET if that fails: some servers do not support HEAD or respond to it differently. */
async function probe(url: string, options: LookOptions, signal: AbortSignal): Promise<Answer> {
  const head = await send('HEAD', url, options, signal);
  return (head.status >= 200 && head.status < 400) || head.status === 429 ? head : send('GET', url, options, signal);
}

async function send(method: 'HEAD' | 'GET', url: string, options: LookOptions, signal: AbortSignal): Promise<Answer> {
  const response = await request(url, {
    method,
    dispatcher: options.agent,
    signal,
    headers: { 'user-agent': options.userAgent, accept: '*/*', 'accept-encoding': 'identity' },
  });
  await drain(response.body);
  const { headers, statusCode: status } = response;
  return {
    status,
    location: first(headers['location']),
    retryAfterSeconds: secondsOf(first(headers['retry-after'])),
    // Header that Cloudflare sets on challenge pages.
    isChallenge: first(headers['cf-mitigated']) === 'challenge',
  };
}

/** Reads up to the limit and then closes the body, to bound the cost of endless ones. */
async function drain(body: Dispatcher.ResponseData['body'], take?: (chunk: Buffer) => void): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      take?.(chunk);
      if (bytes >= BODY_BYTES) break;
    }
  } finally {
    body.destroy();
  }
}

/** Whether the host's robots.txt (RFC 9309) permits the request; true if there is none or its status is not 200. */
async function isAllowedByRobots(
  url: string,
  known: Map<string, Robots>,
  options: LookOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const address = new URL('/robots.txt', url).href;
  const robots = known.get(address) ?? (await readRobots(address, options, signal));
  known.set(address, robots);
  return robots.isAllowed(url, options.userAgent) !== false;
}

async function readRobots(address: string, options: LookOptions, signal: AbortSignal): Promise<Robots> {
  const response = await request(address, {
    dispatcher: options.agent,
    signal,
    headers: { 'user-agent': options.userAgent, 'accept-encoding': 'identity' },
  });
  const chunks: Buffer[] = [];
  await drain(response.body, (chunk) => chunks.push(chunk));
  return parseRobots(address, response.statusCode === 200 ? Buffer.concat(chunks).toString('utf8') : '');
}

/** Longest pause in seconds that a destination can request: it is checked at least once a week. */
const PAUSE_MAX = 7 * 86_400;

function secondsOf(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(PAUSE_MAX, Math.ceil(seconds)) : null;
}

const first = (header: string | string[] | undefined): string | null =>
  (Array.isArray(header) ? header[0] : header) ?? null;
