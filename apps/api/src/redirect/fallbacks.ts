import type { IncomingMessage } from 'node:http';
import { isLoop } from '@signpost/domain';
import type { HostTarget } from '../platform/http/index.js';
import type { RequestTarget } from './visitor/short-path.js';

/** Files that browsers and crawlers request by themselves: a redirect would make another site's file count as ours. */
const PROBED_BY_CLIENTS = /^\/+(?:(?:\.|%2e)well-known(?:\/|%2f|$)|robots(?:\.|%2e)txt\/*$|favicon|apple-touch-icon)/i;

/** Extensions of the dashboard's own files: a missing one, as after an upgrade, must not be answered with another page. */
const DASHBOARD_FILE = /\.(?:js|css|map|json|webmanifest|woff2?|svg|png|ico|txt)$/i;

/** Whether an unknown address may redirect to the destination: not to itself, and not for a well-known or dashboard file. */
export function mayFallBackTo(
  destination: string,
  host: HostTarget,
  request: IncomingMessage,
  target: RequestTarget,
): boolean {
  if (PROBED_BY_CLIENTS.test(target.path) || (!host.onShortDomain && DASHBOARD_FILE.test(target.path))) return false;
  return !isRequestedAddress(destination, request, target);
}

/** Whether a destination is the requested address itself, which would be an endless redirect. */
export function isRequestedAddress(
  destination: string,
  { headers }: IncomingMessage,
  { path }: RequestTarget,
): boolean {
  return isLoop(destination, [`http://${headers.host ?? ''}${path}`, `https://${headers.host ?? ''}${path}`]);
}
