import type { Type } from '@angular/core';

export { type Toast, Toasts, UNDO_MS } from './toasts';

/** What draws toasts; fetched apart, once the screen has long come. */
export async function fetchToastOutlet(): Promise<Type<unknown>> {
  return (await import('./toast-outlet')).ToastOutlet;
}
