/**
 * What an operator should know, and why it is so: `reason` is the words of a library or of the system, as they are; null
 * when there are none. The dashboard knows the sentences in other languages, and leaves the reason as it is.
 */
export function withReason(sentences: string, reason: string | null): string {
  return reason === null ? sentences : [sentences, `Reason: ${reason}`].join(' ');
}
