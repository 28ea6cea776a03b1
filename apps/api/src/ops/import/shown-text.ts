import { CONTROL_CHARACTERS } from '@signpost/domain';

const CONTROL = new RegExp(`[${CONTROL_CHARACTERS.plain}]`, 'g');
/** Maximum number of characters of a cell that are shown. */
const LONGEST = 60;

/** A line that repeats words of a file, without the control characters with which a file could steer the terminal. */
export function shownLine(line: string): string {
  return line.replace(CONTROL, '\uFFFD');
}

/** The beginning of a cell. */
export function shownCell(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
