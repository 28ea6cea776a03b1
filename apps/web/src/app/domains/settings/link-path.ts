import { readableAddress } from '@signpost/domain';
/** The name of the bare root in the list of retained prefixes. */
export const ROOT_PREFIX = '_root_';

/** Origin of a workspace's short links, from their base URL and their prefix. */
export function originOf(shortUrlBase: string, linkPrefix: string | null): string {
  return linkPrefix && shortUrlBase.endsWith(`/${linkPrefix}`)
    ? shortUrlBase.slice(0, -linkPrefix.length - 1)
    : shortUrlBase;
}

/** An example short URL under a prefix, without the protocol; null or the root's name means no prefix. */
export function exampleUnder(origin: string, prefix: string | null, slug: string): string {
  const host = readableAddress(origin).replace(/^https?:\/\//, '');
  return [host, prefix === ROOT_PREFIX ? null : prefix, slug].filter(Boolean).join('/');
}
