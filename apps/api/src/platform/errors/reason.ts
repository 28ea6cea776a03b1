/**
 * The error as one line. A failed connection to a name with several addresses, such as `localhost`, is an error without a
 * message that contains one error for each address.
 */
export function reasonOf(error: unknown): string {
  return oneLine(textOf(error));
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== '') return error.message;
  return error instanceof AggregateError ? error.errors.map(reasonOf).join(', ') : error.name;
}

/** A text of people or of another program as a single line, without control characters, which a terminal would obey. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
}

/** The error and its causes, outermost first: `migration 0001 failed: syntax error`. */
export function reasonsOf(error: unknown): string {
  const reasons: string[] = [];
  for (
    let at: unknown = error;
    at !== undefined && reasons.length < 5;
    at = at instanceof Error ? at.cause : undefined
  ) {
    reasons.push(oneLine(textOf(at).split('\n', 1)[0] ?? ''));
  }
  return reasons.join(': ');
}
