import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import { plainIpAddress } from '@signpost/domain';

/**
 * The visitor's address: that of the socket, or with `hops` trusted proxies the one that the outermost of them added to
 * `X-Forwarded-For`.
 * Held only while a request is answered; never stored, never logged.
 */
export function clientAddress(request: IncomingMessage, hops: number): string {
  const candidate = plainAddress(forwardedBy(request.headers['x-forwarded-for'], hops) ?? '');
  return isIP(candidate) !== 0 ? candidate : plainAddress(request.socket.remoteAddress ?? '');
}

/**
 * The entry of the outermost trusted proxy in a header to which each proxy appends one. Entries are counted from the right,
 * because all further left can be forged. Undefined without a trusted proxy or without an entry.
 */
function forwardedBy(header: string | string[] | undefined, hops: number): string | undefined {
  if (hops === 0) return undefined;
  const entries = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  return entries[Math.max(0, entries.length - hops)];
}

/** Key of a client for rate limits: an IPv4 address, or the /64 of an IPv6 address. */
export function clientKey(address: string): string {
  if (!isIPv6(address)) return address;
  return `${expandIPv6(address).slice(0, 4).join(':')}::/64`;
}

/** The network of a {@link clientKey}: the /24 of an IPv4 address, the /48 of an IPv6 one. */
export function networkKey(client: string): string {
  const [address = ''] = client.split('/');
  if (!isIPv6(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  return `${expandIPv6(address).slice(0, 3).join(':')}::/48`;
}

/** Removes brackets, zone and port, which some proxies add; converts an IPv4 address inside an IPv6 one. */
function plainAddress(address: string): string {
  const bare = address
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '');
  return plainIpAddress(bare);
}

function expandIPv6(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array.from({ length: gap }, () => '0'), ...right].map((part) => part.replace(/^0+(?=.)/, ''));
}
