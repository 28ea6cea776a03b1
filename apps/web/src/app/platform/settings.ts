/**
 * Small preferences stored in the browser. Private modes may refuse storage; then a preference lasts as long as the
 * page.
 */
export type Setting = 'columns' | 'rows' | 'theme' | 'language' | 'sidebar' | 'density' | 'steps' | 'imported' | 'keys';

/** The stored preference; null when it is unset or storage is unavailable. */
export function readSetting(name: Setting): string | null {
  try {
    return localStorage.getItem(`signpost.${name}`);
  } catch {
    return null;
  }
}

/** Stores a preference; null removes it. */
export function writeSetting(name: Setting, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`signpost.${name}`);
    else localStorage.setItem(`signpost.${name}`, value);
  } catch {
    // Storage is unavailable: the preference is kept in memory only.
  }
}
