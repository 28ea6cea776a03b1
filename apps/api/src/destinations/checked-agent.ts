import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { classifyHost } from '@signpost/domain';
import { Agent } from 'undici';
import { PRIVATE_ADDRESS } from './look-verdict.js';

/** Connections, headers and bodies of a hostile destination cost no more than this. */
const BOUNDS = { connectTimeoutMs: 5_000, headersTimeoutMs: 10_000, bodyTimeoutMs: 5_000, headerBytes: 16_384 };

/**
 * An HTTP client that connects to public addresses alone. A name is resolved once for each connection, its addresses are
 * checked, and the connection goes to one of those that were: a name that changes its address meanwhile gains nothing.
 * @param resolve asks the system for the addresses of a name.
 */
export function checkedAgent(allowPrivate: boolean, resolve: Resolve = lookup): Agent {
  return new Agent({
    connect: { timeout: BOUNDS.connectTimeoutMs, lookup: allowPrivate ? undefined : openLookup(resolve) },
    headersTimeout: BOUNDS.headersTimeoutMs,
    bodyTimeout: BOUNDS.bodyTimeoutMs,
    maxHeaderSize: BOUNDS.headerBytes,
    // Each look is of another host: nothing is gained by keeping connections.
    pipelining: 0,
  });
}

/** Whether an address, as the system writes it, is one that a stranger can reach. */
export function isOpenAddress(address: string): boolean {
  try {
    return (
      classifyHost(new URL(`http://${address.includes(':') ? `[${address}]` : address}/`).hostname) === 'public-address'
    );
  } catch {
    return false;
  }
}

/** Asks for all addresses of a name. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** A lookup for connections that resolves a name once and passes on only addresses that are open to strangers. */
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
