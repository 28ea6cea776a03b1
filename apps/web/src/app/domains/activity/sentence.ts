import type { AuditEvent } from '@signpost/contracts';

/** A piece of a sentence: plain text, or something it is about, perhaps with a page of its own. */
export interface Part {
  readonly text: string;
  readonly kind: 'text' | 'person' | 'name' | 'address';
  /** Path of the page that shows it. */
  readonly to?: string;
}

/** What fills a placeholder of a sentence. */
export type Slot = Omit<Part, 'kind'> & { readonly kind: Exclude<Part['kind'], 'text'> };

/** The message key of an event and what its placeholders stand for. */
export interface Phrase {
  /** Below `activity.sentence`. */
  readonly key: string;
  readonly slots: Readonly<Record<string, Slot>>;
  /** For sentences with a plural. */
  readonly count?: number;
  /** Link or workspace fields to be named in the sentence as `fields`. */
  readonly fields?: readonly string[];
  /** Codes that are named by a message of their own: placeholder → message key below `activity`. */
  readonly words?: Readonly<Record<string, string>>;
}

const MARK = '\u0001';

/** Placeholder values that {@link partsOf} finds again in the translated sentence. */
export function marked(slots: Readonly<Record<string, Slot>>): Record<string, string> {
  return Object.fromEntries(Object.keys(slots).map((name) => [name, `${MARK}${name}${MARK}`]));
}

/** Cuts a translated sentence at its marks, in whatever order the language puts them. */
export function partsOf(sentence: string, slots: Readonly<Record<string, Slot>>): Part[] {
  return sentence
    .split(MARK)
    .map((text, index): Part => {
      const slot = index % 2 === 1 ? slots[text] : undefined;
      return slot ?? { text, kind: 'text' };
    })
    .filter((part) => part.text !== '');
}

/** A line below the sentence: a quotation, or what a value was and is. */
export type Note = { readonly quote: string } | { readonly field: string; readonly from: string; readonly to: string };

/** What else an event tells. Values that are no plain text are left out. */
export function notesOf(event: AuditEvent): Note[] {
  const { reason, message, changes } = event.detail;
  const quote = reason ?? message;
  if (typeof quote === 'string' && quote !== '') return [{ quote }];
  if (!Array.isArray(changes)) return [];
  return changes.flatMap((change: unknown) => {
    const { field, from, to } = (change ?? {}) as Record<string, unknown>;
    return typeof field === 'string' ? [{ field, from: plain(from), to: plain(to) }] : [];
  });
}

function plain(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '–';
}
