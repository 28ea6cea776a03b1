import { readableAddress } from '@signpost/domain';
/** The name under which the bare root stands among the retained prefixes. */
export const ROOT_PREFIX = '_root_';

/** Origin of a workspace's short links, from what they begin with and their prefix. */
export function originOf(shortUrlBase: string, linkPrefix: string | null): string {
  return linkPrefix && shortUrlBase.endsWith(`/${linkPrefix}`)
    ? shortUrlBase.slice(0, -linkPrefix.length - 1)
    : shortUrlBase;
}

/** A short address under a prefix, without the protocol; null or the root's name stands for none. */
export function exampleUnder(origin: string, prefix: string | null, slug: string): string {
  const host = readableAddress(origin).replace(/^https?:\/\//, '');
  return [host, prefix === ROOT_PREFIX ? null : prefix, slug].filter(Boolean).join('/');
}
