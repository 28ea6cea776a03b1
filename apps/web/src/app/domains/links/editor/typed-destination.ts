import { normalizeDestination } from '@signpost/domain';

/** What texts that hold an address put around it. */
const AROUND = /^\s*[<"'`“”„‘’‚«»‹›]+([^]+?)[>"'`“”„‘’‚«»‹›]+\s*$/;

/** An address without the quotes or brackets that were copied with it. What has them on one side only stays as it is. */
export function bareAddress(typed: string): string {
  return AROUND.exec(typed)?.[1]?.trim() ?? typed;
}

/** What can only be an address: it says so, or begins with a host that has a dot and a name of letters at its end. */
const ADDRESS = /^(?:https?:\/\/\S+|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#:]\S*)?)$/iu;

/** The one address that a text is, for a new link; null for all other texts. */
export function pastedAddress(text: string): string | null {
  const address = bareAddress(text).trim();
  return ADDRESS.test(address) &&
    !areSeveralAddresses(address) &&
    normalizeDestination(address, { allowPrivate: true }).ok
    ? address
    : null;
}

/** The addresses of a text that is nothing but several of them, one in a line; null for all other texts. */
export function pastedAddresses(text: string): string[] | null {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const found = lines.map((line) => pastedAddress(line)).filter((address) => address !== null);
  return lines.length > 1 && found.length === lines.length ? found : null;
}

/** Whether a text is more than one address, as of two lines that are pasted into a field of one. */
export function areSeveralAddresses(typed: string): boolean {
  return /(?!^)[\s"'<>“”„«»][,;]?\s*["'<“„«]?https?:\/\//i.test(typed.trim());
}
