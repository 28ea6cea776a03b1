/** Maximum number of characters of a file that a message repeats. */
const SHOWN_MAX = 60;

/** A text of a file as a message repeats it. */
export function shortened(text: string): string {
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX).toWellFormed()}…` : text;
}
