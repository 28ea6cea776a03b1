/**
 * Information for the operator with its reason: `reason` is the unchanged text of a library or the system; null when there is
 * none. The dashboard translates the sentences, but not the reason.
 */
export function withReason(sentences: string, reason: string | null): string {
  return reason === null ? sentences : [sentences, `Reason: ${reason}`].join(' ');
}
