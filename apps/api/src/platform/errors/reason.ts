/**
 * What went wrong, in one line. A connection to a name with several addresses, such as `localhost`, fails with an error
 * that says nothing itself and holds one for each address.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== '') return error.message;
  return error instanceof AggregateError ? error.errors.map(reasonOf).join(', ') : error.name;
}
