import type { Link } from '@signpost/contracts';
import { decodedText, foldCase } from '@signpost/domain';

/** Whether the server's search would find this link. It compares the same texts in the same way. */
export function linkMatches(link: Link, words: string): boolean {
  const wanted = [words, decodedText(words)].map(foldCase);
  const { slug, title, destinationUrl, notes, aliases } = link;
  return [slug, title, destinationUrl, decodedText(destinationUrl), notes, ...aliases].some(
    (text) => text !== null && wanted.some((form) => foldCase(text).includes(form)),
  );
}

/** Links ordered by how well their address matches: exact, prefix, other; the given order within each. */
export function bestFirst(links: readonly Link[], words: string): readonly Link[] {
  const wanted = words.toLowerCase();
  const rank = ({ slug, aliases }: Link): number => {
    const addresses = [slug, ...aliases];
    if (addresses.includes(wanted)) return 0;
    return addresses.some((address) => address.startsWith(wanted)) ? 1 : 2;
  };
  return [...links].sort((a, b) => rank(a) - rank(b));
}

/**
 * The entries for a search text, best first: commands that start with it, links, commands that contain it.
 * All commands for an empty text.
 */
export function paletteOrder<C extends { readonly label: string }, L>(
  words: string,
  commands: readonly C[],
  links: readonly L[],
): readonly (C | L)[] {
  const wanted = foldCase(words.trim());
  if (!wanted) return commands;
  const holding = commands.filter(({ label }) => foldCase(label).includes(wanted));
  const isMeant = ({ label }: C): boolean => foldCase(label).startsWith(wanted);
  return [...holding.filter(isMeant), ...links, ...holding.filter((command) => !isMeant(command))];
}
