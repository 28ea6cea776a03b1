/**
 * An array parameter of numbers as PostgreSQL reads it. The driver would look at each element for quotes to escape, which
 * took a tenth of the time of storing a batch.
 */
export function numberArray(values: readonly (number | bigint)[]): string {
  return `{${values.join(',')}}`;
}
