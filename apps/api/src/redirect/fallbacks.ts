import type { IncomingMessage } from 'node:http';
import { isLoop } from '@signpost/domain';
import type { HostTarget } from '../platform/http/index.js';
import type { RequestTarget } from './visitor/short-path.js';

/** Files that browsers and machines look for by themselves: another site's page would be taken for ours. */
const LOOKED_FOR = /^\/(?:(?:\.|%2e)well-known(?:\/|$)|robots(?:\.|%2e)txt$|favicon|apple-touch-icon)/i;

/** Endings of the dashboard's own files: one that is missing, as after an upgrade, must not be answered with a page. */
const DASHBOARD_FILE = /\.(?:js|css|map|json|webmanifest|woff2?|svg|png|ico|txt)$/i;

/** Whether an unknown address may lead to the destination: never back to itself, nor where a file of the dashboard is missing. */
export function leadsOn(
  destination: string,
  host: HostTarget,
  request: IncomingMessage,
  target: RequestTarget,
): boolean {
  if (LOOKED_FOR.test(target.path) || (!host.onShortDomain && DASHBOARD_FILE.test(target.path))) return false;
  return !leadsHere(destination, request, target);
}

/** Whether a destination is the address that was asked for, which would redirect for ever. */
export function leadsHere(destination: string, { headers }: IncomingMessage, { path }: RequestTarget): boolean {
  return isLoop(destination, [`http://${headers.host ?? ''}${path}`, `https://${headers.host ?? ''}${path}`]);
}
