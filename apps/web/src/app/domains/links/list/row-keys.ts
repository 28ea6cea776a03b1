import { KeySettings, mayBeShortcut } from '../../../platform/key-settings';

/** Rows of the list, as a table or as cards. */
export const ROWS = 'app-link-table tbody tr, app-link-cards li';
/** The element of a row that has the focus: the link to its page. */
const LINK = '[data-row-link]';

/** What a key requests for the focused row, with its index in the list. */
export type RowCommand = { readonly kind: 'toggle' | 'extend'; readonly index: number };

/**
 * Single-key shortcuts of the list: J and K focus the next and previous row, X selects the row, Shift-X a range; Enter
 * opens it, as the row's link has the focus. Null where the key has no meaning here, or only moved the focus.
 */
export function rowKey(event: KeyboardEvent, settings: KeySettings): RowCommand | null {
  const key = event.key.toLowerCase();
  if (!['j', 'k', 'x'].includes(key) || !settings.singleKeys() || !mayBeShortcut(event)) return null;
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  if (key === 'x') {
    if (at < 0) return null;
    event.preventDefault();
    return { kind: event.shiftKey ? 'extend' : 'toggle', index: at };
  }
  const next = key === 'j' ? at + 1 : at < 0 ? rows.length - 1 : at - 1;
  rows[next]?.querySelector<HTMLElement>(LINK)?.focus();
  event.preventDefault();
  return null;
}
