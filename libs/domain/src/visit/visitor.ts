import { botClassOf } from './bot-class.js';
import type { BotClass, Browser, Device, OperatingSystem } from './click-event.js';
import type { VisitorSystem } from '../link/targeting.js';
import { browserOf, deviceOf, operatingSystemOf, targetedSystem } from './user-agent.js';

/** What is known of a visitor. Words of fixed lists only: the user agent itself is never kept. */
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

/** The parts of a request that tell who asks. Header values as received; absent ones undefined. */
export interface VisitorRequest {
  method: string;
  userAgent: string | undefined;
  /** `Sec-Purpose` */
  secPurpose?: string | undefined;
  /** `Purpose`, or its older forms `X-Purpose` and `X-Moz` */
  purpose?: string | undefined;
}

export type DescribeUserAgent = (userAgent: string | undefined) => Readonly<VisitorFacts>;

/** Longer user agents are read only at their beginning: no browser's is as long, and the cost stays bounded. */
const CHECKED_LENGTH = 512;

/** What a user agent says by itself, whatever the method and the other headers. */
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
 * {@link describeUserAgent} with a memory of recent user agents, for the redirect path. The memory holds at most
 * `limit` entries, is never written anywhere and ends with the process. Two generations instead of an exact order of
 * use: when the young one is full it becomes the old one, and what the old one held and nobody asked for is dropped.
 */
export function rememberUserAgents(limit = 5000): DescribeUserAgent {
  const generation = Math.max(1, Math.floor(limit / 2));
  let young = new Map<string, Readonly<VisitorFacts>>();
  let old = new Map<string, Readonly<VisitorFacts>>();
  return (userAgent = '') => {
    const known = young.get(userAgent);
    if (known !== undefined) return known;
    const facts = old.get(userAgent) ?? describeUserAgent(userAgent);
    // Oversized strings would make the memory's size in bytes a stranger's choice.
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
 * Facts of one request (decisions 5 and 9, fine points). A request that says `prefetch` is `prefetch`, also when a bot asks, and so
 * is one that says `preview`, unless a bot does: apps of people load pages ahead with it. Otherwise a bot by its user agent
 * stays what it is, and one that only looks (`HEAD`, `OPTIONS`) is `preview`.
 */
export function classifyVisitor(
  request: VisitorRequest,
  describe: DescribeUserAgent = describeUserAgent,
): Readonly<VisitorFacts> {
  const facts = describe(request.userAgent);
  const { secPurpose, purpose, method } = request;
  if (secPurpose !== undefined || purpose !== undefined) {
    const said = `${secPurpose ?? ''} ${purpose ?? ''}`;
    const isAhead = /prefetch|prerender/i.test(said) || (facts.botClass === null && /preview/i.test(said));
    if (isAhead) return { ...facts, botClass: 'prefetch' };
  }
  if (facts.botClass !== null) return facts;
  return method === 'HEAD' || method === 'OPTIONS' ? { ...facts, botClass: 'preview' } : facts;
}
