/** What texts that hold an address put around it. */
const AROUND = /^\s*[<"'`“”„‘’‚«»‹›]+([^]+?)[>"'`“”„‘’‚«»‹›]+\s*$/;

/** An address without the quotes or brackets that were copied with it. What has them on one side only stays as it is. */
export function bareAddress(typed: string): string {
  return AROUND.exec(typed)?.[1]?.trim() ?? typed;
}

/** Whether a text is more than one address, as of two lines that are pasted into a field of one. */
export function areSeveralAddresses(typed: string): boolean {
  return /(?!^)[\s"'<>“”„«»][,;]?\s*["'<“„«]?https?:\/\//i.test(typed.trim());
}
