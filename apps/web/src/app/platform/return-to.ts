import { returnTo } from './session';

const KEY = 'signpost.return';

/** Keeps where somebody meant to go while an outside provider signs them in: it sends people back to the start. */
export function rememberReturn(path: string | undefined): void {
  try {
    if (path) sessionStorage.setItem(KEY, path);
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage is closed: the start it is.
  }
}

/** The kept place, once; null when there is none. Only a path of our own is ever given out. */
export function takeReturn(): string | null {
  try {
    const path = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return path && returnTo(path) !== '/' ? path : null;
  } catch {
    return null;
  }
}
