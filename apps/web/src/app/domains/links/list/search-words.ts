import type { Workspace } from '@signpost/contracts';
import { hostOf } from '../../../platform/host';
import { bareAddress } from '../editor/typed-destination';

const SLUG = /^[\w-]+$/;

/**
 * What to ask for when somebody typed this, with or without quotes around it: the slug where it is a short address of the
 * workspace, so that links show from the first letters of it; below another path the address, which the server finds whole,
 * by a former prefix and by a kept path alike; else the words as they are.
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

/** What a list asks for first: with its host a short address stays whole, so that the server finds its link alone. */
export function wholeWords(typed: string, workspace: Parameters<typeof searchWords>[1]): string {
  const words = searchWords(typed, workspace);
  return words !== typed && /[.:]/.test(typed) ? bareAddress(typed).trim() : words;
}
