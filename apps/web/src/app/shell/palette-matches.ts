import type { Link } from '@signpost/contracts';
import { decodedText, foldCase } from '@signpost/domain';

/** Whether the server would name this link for the typed words. It looks at the same texts, in the same way. */
export function linkMatches(link: Link, words: string): boolean {
  const wanted = [words, decodedText(words)].map(foldCase);
  const { slug, title, destinationUrl, notes, aliases } = link;
  return [slug, title, destinationUrl, decodedText(destinationUrl), notes, ...aliases].some(
    (text) => text !== null && wanted.some((form) => foldCase(text).includes(form)),
  );
}

/** Links by how well their address answers the typed words: the same, beginning with them, any other; else as given. */
export function bestFirst(links: readonly Link[], words: string): readonly Link[] {
  const wanted = words.toLocaleLowerCase();
  const rank = ({ slug, aliases }: Link): number => {
    const addresses = [slug, ...aliases];
    if (addresses.includes(wanted)) return 0;
    return addresses.some((address) => address.startsWith(wanted)) ? 1 : 2;
  };
  return [...links].sort((a, b) => rank(a) - rank(b));
}

/**
 * The entries for the typed words, best first: commands that begin with them, links, commands that hold them somewhere.
 * Without words, all commands.
 */
export function paletteOrder<C extends { readonly label: string }, L>(
  words: string,
  commands: readonly C[],
  links: readonly L[],
): readonly (C | L)[] {
  const wanted = words.trim().toLocaleLowerCase();
  if (!wanted) return commands;
  const holding = commands.filter(({ label }) => label.toLocaleLowerCase().includes(wanted));
  const isMeant = ({ label }: C): boolean => label.toLocaleLowerCase().startsWith(wanted);
  return [...holding.filter(isMeant), ...links, ...holding.filter((command) => !isMeant(command))];
}
