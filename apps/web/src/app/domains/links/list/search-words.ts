import type { Workspace } from '@signpost/contracts';
import { hostOf } from '../../../platform/host';
import { bareAddress } from '../editor/typed-destination';

const SLUG = /^[\w-]+$/;

/**
 * What to ask for when somebody typed this: the slug where it is one of the workspace's short addresses, with or without
 * quotes around it, since the server searches in slugs and not in addresses; else the words as they are.
 */
export function searchWords(typed: string, workspace: Pick<Workspace, 'shortUrlBase' | 'linkPrefix'> | null): string {
  const [, scheme, address = ''] = /^(https?:\/\/)?([^?#]*)/i.exec(bareAddress(typed).trim()) ?? [];
  const [first = '', ...path] = address.replace(/\/$/, '').split('/');
  const slug = path.at(-1);
  if (!workspace || !slug || !SLUG.test(slug)) return typed;
  const isHere = hostOf(`https://${first}`) === hostOf(workspace.shortUrlBase);
  // A path that links had before may still lead to them, and not everybody may know which those are.
  if (isHere && path.length <= 2) return slug;
  const before = [first, ...path.slice(0, -1)].filter(Boolean).join('/').toLowerCase();
  return !scheme && (before === '' || before === workspace.linkPrefix) ? slug : typed;
}
