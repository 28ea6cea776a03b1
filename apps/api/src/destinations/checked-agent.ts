import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { classifyHost } from '@signpost/domain';
import { Agent } from 'undici';
import { PRIVATE_ADDRESS } from './look-verdict.js';

/** Limits that bound the cost of a hostile destination. */
const BOUNDS = { connectTimeoutMs: 5_000, headersTimeoutMs: 10_000, bodyTimeoutMs: 5_000, headerBytes: 16_384 };

/**
 * An HTTP client that only connects to public addresses. A name is resolved once per connection, its addresses are
 * checked, and the connection uses one of the checked ones, which prevents DNS rebinding.
 * @param resolve resolves all addresses of a name.
 */
export function checkedAgent(allowPrivate: boolean, resolve: Resolve = lookup): Agent {
  return new Agent({
    connect: { timeout: BOUNDS.connectTimeoutMs, lookup: allowPrivate ? undefined : openLookup(resolve) },
    headersTimeout: BOUNDS.headersTimeoutMs,
    bodyTimeout: BOUNDS.bodyTimeoutMs,
    maxHeaderSize: BOUNDS.headerBytes,
    // Consecutive checks are of different hosts, so connections are not kept open.
    pipelining: 0,
  });
}

/** Whether an IP address, as the system formats it, is publicly routable. */
export function isOpenAddress(address: string): boolean {
  try {
    return (
      classifyHost(new URL(`http://${address.includes(':') ? `[${address}]` : address}/`).hostname) === 'public-address'
    );
  } catch {
    return false;
  }
}

/** Resolves all addresses of a name. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** A lookup function for connections that resolves a name once and only returns publicly routable addresses. */
export function openLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        callback(error, '', 4);
        return;
      }
      const [first, ...others] = addresses.filter(({ address }) => isOpenAddress(address));
      if (first === undefined) {
        callback(Object.assign(new Error(`${hostname} leads to no public address`), { code: PRIVATE_ADDRESS }), '', 4);
      } else if (options.all === true) {
        callback(null, [first, ...others]);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}
