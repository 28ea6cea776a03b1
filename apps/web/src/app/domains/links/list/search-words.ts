import type { Workspace } from '@signpost/contracts';
import { hostOf } from '../../../platform/host';
import { bareAddress } from '../editor/typed-destination';

const SLUG = /^[\w-]+$/;

/**
 * Search text for the user's input, with or without quotes: the slug for a short URL of the workspace, so that matches
 * show from the first letters on; for a short URL with another path the URL, which the server matches exactly,
 * including former prefixes and redirect paths; else the input itself.
 */
export function searchWords(typed: string, workspace: Pick<Workspace, 'shortUrlBase' | 'linkPrefix'> | null): string {
  const [, scheme, address = ''] = /^(https?:\/\/)?([^?#]*)/i.exec(bareAddress(typed).trim()) ?? [];
  const [first = '', ...path] = address.replace(/\/$/, '').split('/');
  const slug = path.at(-1);
  if (!workspace || !slug || !SLUG.test(slug)) return typed;
  const isHere = hostOf(`https://${first}`) === hostOf(workspace.shortUrlBase);
  const below = path.slice(0, -1).join('/').toLowerCase();
  if (isHere) return below === '' || below === workspace.linkPrefix ? slug : bareAddress(typed).trim();
  const before = [first, ...path.slice(0, -1)].filter(Boolean).join('/').toLowerCase();
  return !scheme && (before === '' || before === workspace.linkPrefix) ? slug : typed;
}

/** Search text of the first request: a short URL stays complete, so that the server finds only its link. */
export function wholeWords(typed: string, workspace: Parameters<typeof searchWords>[1]): string {
  const words = searchWords(typed, workspace);
  return words !== typed && /[.:]/.test(typed) ? bareAddress(typed).trim() : words;
}
