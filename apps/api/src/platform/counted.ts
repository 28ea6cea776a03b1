/** A number with its noun, for the log and the terminal: "1 row", "1,200 rows". @param noun takes an s in the plural. */
export function counted(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
