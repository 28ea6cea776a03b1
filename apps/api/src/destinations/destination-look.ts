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

/** Hosts (with their port, as in a URL) that requested a pause by `Retry-After`, with its longest duration in seconds. */
export type Rests = ReadonlyMap<string, number>;

/** Result of a check, and the requested pauses. */
export interface Look {
  readonly verdict: LookVerdict;
  readonly rests: Rests;
}

/** A check under way. */
interface Visit {
  readonly options: LookOptions;
  readonly signal: AbortSignal;
  readonly rests: Map<string, number>;
  /** By address, so that a chain of redirects within one host requests its robots.txt once. */
  readonly robots: Map<string, Robots | LookVerdict>;
}

/** The parts of a response that are used, after its body was read up to the limit. */
interface Answer {
  readonly status: number;
  readonly location: string | null;
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
  const rests = new Map<string, number>();
  try {
    return { verdict: await follow(url, { options, signal, rests, robots: new Map() }), rests };
  } catch (error) {
    return { verdict: signal.aborted ? unknown('timeout') : verdictOfFailure(error), rests };
  }
}

async function follow(url: string, visit: Visit): Promise<LookVerdict> {
  const seen = new Set<string>();
  let at = url;
  for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
    const checked = normalizeDestination(at, { allowPrivate: visit.options.allowPrivate });
    if (!checked.ok) return hops === 0 ? unknown('unexpected_answer') : unknown('private_address');
    // The fragment is not sent to the server, so URLs that differ only there are the same request.
    const key = checked.url.replace(/#.*$/, '');
    if (seen.has(key)) return broken('redirect_loop');
    seen.add(key);
    const refusal = await refusalOfRobots(key, visit);
    if (refusal !== null) return refusal;
    const answer = await probe(key, visit);
    if (!REDIRECTS.has(answer.status)) return answer.isChallenge ? unknown('wall') : verdictOfStatus(answer.status);
    const next = nextOf(answer, key);
    if (next === null) return unknown('unexpected_answer');
    at = next;
  }
  return unknown('too_many_redirects');
}

/** Sends HEAD, and GET if that fails: some servers do not support HEAD, hang up on it or respond to it differently. */
async function probe(url: string, visit: Visit): Promise<Answer> {
  const head = await send('HEAD', url, visit).catch((error: unknown) => {
    if (verdictOfFailure(error).reason !== 'connection_failed') throw error;
    return null;
  });
  if (head !== null && ((head.status >= 200 && head.status < 400) || head.status === 429)) return head;
  return send('GET', url, visit);
}

async function send(
  method: 'HEAD' | 'GET',
  url: string,
  { options, signal, rests }: Visit,
  take?: (chunk: Buffer) => void,
): Promise<Answer> {
  const response = await request(url, {
    method,
    dispatcher: options.agent,
    signal,
    headers: { 'user-agent': options.userAgent, accept: '*/*', 'accept-encoding': 'identity' },
  });
  const { headers, statusCode: status } = response;
  const { host } = new URL(url);
  const seconds = secondsOf(first(headers['retry-after']));
  if (seconds > (rests.get(host) ?? 0)) rests.set(host, seconds);
  await drain(response.body, take);
  return {
    status,
    location: first(headers['location']),
    // Header that Cloudflare sets on challenge pages.
    isChallenge: first(headers['cf-mitigated']) === 'challenge',
  };
}

/** Where a redirect leads; null if it does not say. */
const nextOf = ({ location }: Answer, from: string): string | null =>
  location !== null && URL.canParse(location, from) ? new URL(location, from).href : null;

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

/** Why the host's robots.txt (RFC 9309) does not permit the request; null if it does. */
async function refusalOfRobots(url: string, visit: Visit): Promise<LookVerdict | null> {
  const address = new URL('/robots.txt', url).href;
  const robots = visit.robots.get(address) ?? (await readRobots(address, visit));
  visit.robots.set(address, robots);
  if (!('isAllowed' in robots)) return robots;
  return robots.isAllowed(url, visit.options.userAgent) === false ? unknown('robots') : null;
}

/**
 * Reads a robots.txt through up to five redirects. One that is missing, or redirects to where nothing is, permits
 * everything. A server that fails or asks for patience forbids everything for now.
 */
async function readRobots(address: string, visit: Visit): Promise<Robots | LookVerdict> {
  let at = address;
  for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
    const chunks: Buffer[] = [];
    const answer = await send('GET', at, visit, (chunk) => chunks.push(chunk)).catch((error: unknown) => {
      if (hops === 0 || visit.signal.aborted) throw error;
      return null;
    });
    if (answer === null) break;
    if (answer.status === 429 || answer.status >= 500) return verdictOfStatus(answer.status);
    if (answer.status === 200) return parseRobots(address, Buffer.concat(chunks).toString('utf8'));
    const next = REDIRECTS.has(answer.status) ? nextOf(answer, at) : null;
    const checked = next === null ? null : normalizeDestination(next, { allowPrivate: visit.options.allowPrivate });
    if (checked?.ok !== true) break;
    at = checked.url;
  }
  return parseRobots(address, '');
}

/** Longest pause in seconds that a destination can request: it is checked at least once a week. */
const PAUSE_MAX = 7 * 86_400;

function secondsOf(header: string | null): number {
  if (header === null) return 0;
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(PAUSE_MAX, Math.ceil(seconds)) : 0;
}

const first = (header: string | string[] | undefined): string | null =>
  (Array.isArray(header) ? header[0] : header) ?? null;
