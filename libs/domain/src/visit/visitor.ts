import { botClassOf } from './bot-class.js';
import type { BotClass, Browser, Device, OperatingSystem } from './click-event.js';
import type { VisitorSystem } from '../link/targeting.js';
import { browserOf, deviceOf, operatingSystemOf, targetedSystem } from './user-agent.js';

/** What is known about a visitor. Words of fixed lists only: the user agent itself is never stored. */
export interface VisitorFacts {
  device: Device;
  browser: Browser;
  /** Label for reports. */
  os: OperatingSystem;
  /** Key for targeting. */
  system: VisitorSystem;
  /** Null: a person's visit. */
  botClass: BotClass | null;
}

/** The parts of a request that identify the kind of visitor. Header values as received; absent ones undefined. */
export interface VisitorRequest {
  method: string;
  userAgent: string | undefined;
  /** `Sec-Purpose`, `Purpose` and its older forms `X-Purpose` and `X-Moz` */
  purpose?: string | undefined;
}

export type DescribeUserAgent = (userAgent: string | undefined) => Readonly<VisitorFacts>;

/** Only this many characters of a user agent are checked: no browser's is longer, and the cost stays bounded. */
const CHECKED_LENGTH = 512;

/** Classifies a user agent alone, ignoring the method and the other headers. */
export function describeUserAgent(userAgent: string | undefined): Readonly<VisitorFacts> {
  const text = (userAgent ?? '').slice(0, CHECKED_LENGTH);
  const os = operatingSystemOf(text);
  return Object.freeze({
    device: deviceOf(text, os),
    browser: browserOf(text),
    os,
    system: targetedSystem(os),
    botClass: botClassOf(text),
  });
}

/**
 * {@link describeUserAgent} with an in-memory cache of recent user agents, for the redirect path. The cache holds at
 * most `limit` entries, is never persisted and ends with the process. It uses two generations instead of exact LRU
 * order: when the young one is full it becomes the old one, and entries of the previous old one that were not requested
 * since are dropped.
 */
export function rememberUserAgents(limit = 5000): DescribeUserAgent {
  const generation = Math.max(1, Math.floor(limit / 2));
  let young = new Map<string, Readonly<VisitorFacts>>();
  let old = new Map<string, Readonly<VisitorFacts>>();
  return (userAgent = '') => {
    const known = young.get(userAgent);
    if (known !== undefined) return known;
    const facts = old.get(userAgent) ?? describeUserAgent(userAgent);
    // Oversized strings are not cached: clients could otherwise choose the cache's size in bytes.
    if (userAgent.length > CHECKED_LENGTH) return facts;
    if (young.size >= generation) {
      old = young;
      young = new Map();
    }
    young.set(userAgent, facts);
    return facts;
  };
}

/**
 * Classifies one request (decisions 5 and 9, fine points). A request whose purpose headers say `prefetch` or
 * `prerender` is `prefetch`, even from a bot. One that says `preview` is `prefetch` too unless it comes from a bot,
 * because people's apps preload pages with it. Otherwise a bot keeps the class of its user agent, and a `HEAD` or
 * `OPTIONS` request of a person is `preview`.
 */
export function classifyVisitor(
  request: VisitorRequest,
  describe: DescribeUserAgent = describeUserAgent,
): Readonly<VisitorFacts> {
  const facts = describe(request.userAgent);
  const { purpose, method } = request;
  if (purpose !== undefined) {
    const isAhead = /prefetch|prerender/i.test(purpose) || (facts.botClass === null && /preview/i.test(purpose));
    if (isAhead) return { ...facts, botClass: 'prefetch' };
  }
  if (facts.botClass !== null) return facts;
  return method === 'HEAD' || method === 'OPTIONS' ? { ...facts, botClass: 'preview' } : facts;
}
