import { DestroyRef, inject, Signal } from '@angular/core';
import { Confirm, Confirmation } from './confirm';
import type { GuardsClosing } from './dialog';

/** What a guard must know of a form. */
interface Written {
  /** Something was written that has not been saved. */
  readonly dirty: Signal<boolean>;
  /** It is being saved. */
  readonly busy: Signal<boolean>;
}

/**
 * Keeps what is written in a dialog from being thrown away: asks `question` before the dialog closes without a result,
 * and lets the browser ask before the page goes. While it is being saved the dialog stays: the answer decides. To be
 * made where the component injects.
 */
export function unsavedGuard(form: Written, question: () => Confirmation): GuardsClosing['mayClose'] {
  const confirm = inject(Confirm);
  warnWhile(form.dirty);
  return (result) => {
    if (result !== undefined) return true;
    if (form.busy()) return false;
    return !form.dirty() || confirm.ask(question());
  };
}

/**
 * The same for what is written on a page: to be asked by the router before another page comes. What is being saved counts
 * as saved, as that goes on without the page.
 */
export function unsavedPageGuard(
  dirty: Signal<boolean>,
  question: () => Confirmation,
): () => boolean | Promise<boolean> {
  const confirm = inject(Confirm);
  warnWhile(dirty);
  return () => !dirty() || confirm.ask(question());
}

function warnWhile(dirty: Signal<boolean>): void {
  const warn = (event: BeforeUnloadEvent): void => {
    if (dirty()) event.preventDefault();
  };
  window.addEventListener('beforeunload', warn);
  inject(DestroyRef).onDestroy(() => window.removeEventListener('beforeunload', warn));
}
