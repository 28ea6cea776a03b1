import type { AuditEvent } from '@signpost/contracts';

/** A part of a sentence: plain text, or a subject, possibly with a page of its own. */
export interface Part {
  readonly text: string;
  readonly kind: 'text' | 'person' | 'name' | 'address';
  /** Path of the subject's page. */
  readonly to?: string;
}

/** Value of a placeholder in a sentence. */
export type Slot = Omit<Part, 'kind'> & { readonly kind: Exclude<Part['kind'], 'text'> };

/** The message key of an event and the values of its placeholders. */
export interface Phrase {
  /** Key below `activity.sentence`. */
  readonly key: string;
  readonly slots: Readonly<Record<string, Slot>>;
  /** For sentences with a plural. */
  readonly count?: number;
  /** Link or workspace fields that the sentence lists as `fields`. */
  readonly fields?: readonly string[];
  /** Codes with a message of their own: placeholder → message key below `activity`. */
  readonly words?: Readonly<Record<string, string>>;
}

const MARK = '\u0001';

/** Marked placeholder values that {@link partsOf} finds in the translated sentence. */
export function marked(slots: Readonly<Record<string, Slot>>): Record<string, string> {
  return Object.fromEntries(Object.keys(slots).map((name) => [name, `${MARK}${name}${MARK}`]));
}

/** Splits a translated sentence at its marks, in the word order of the language. */
export function partsOf(sentence: string, slots: Readonly<Record<string, Slot>>): Part[] {
  return sentence
    .split(MARK)
    .map((text, index): Part => {
      const slot = index % 2 === 1 ? slots[text] : undefined;
      return slot ?? { text, kind: 'text' };
    })
    .filter((part) => part.text !== '');
}

/** A line below the sentence: a quotation, or a value before and after. */
export type Note = { readonly quote: string } | { readonly field: string; readonly from: string; readonly to: string };

/** Further details of an event. Values that are no plain text are left out. */
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
