/** Whether a value is an object that is neither null nor a list, as the fields of a JSON body are. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
