import { mailTo } from '@signpost/testing';
import type { Instance } from './instance.js';

/** Waits for the newest mail to an address whose text contains `words`, and returns the path of its link. */
export async function mailedPath(instance: Instance, to: string, words = ''): Promise<string> {
  const { text } = await mailTo(instance.dataDir, to, words);
  const link = /https?:\/\/[^\s]+token=[\w-]+/.exec(text)?.[0];
  if (link === undefined) throw new Error(`no link with a token in:\n${text}`);
  const { pathname, search } = new URL(link);
  return pathname + search;
}
