import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';

/**
 * The visitor's address: the socket's, or with `hops` trusted proxies the entry that the outermost of them wrote
 * into `X-Forwarded-For` (counted from the right, because everything further left can be forged).
 * Held only while a request is answered; never stored, never logged.
 */
export function clientAddress(request: IncomingMessage, hops: number): string {
  const socket = plainAddress(request.socket.remoteAddress ?? '');
  if (hops === 0) return socket;
  const header = request.headers['x-forwarded-for'];
  const forwarded = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((entry) => plainAddress(entry.trim()))
    .filter((entry) => entry !== '');
  const candidate = forwarded[Math.max(0, forwarded.length - hops)];
  return candidate !== undefined && isIP(candidate) !== 0 ? candidate : socket;
}

/** Who counts as one client for rate limits: an IPv4 address, or the /64 of an IPv6 address. */
export function clientKey(address: string): string {
  if (!isIPv6(address)) return address;
  return `${expandIPv6(address).slice(0, 4).join(':')}::/64`;
}

function plainAddress(address: string): string {
  const bare = address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/%.*$/, '');
  return bare.toLowerCase().startsWith('::ffff:') && bare.includes('.') ? bare.slice(7) : bare;
}

function expandIPv6(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: gap }, () => '0'), ...right].map((part) => part.replace(/^0+(?=.)/, ''));
}
