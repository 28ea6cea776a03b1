import { DestroyRef, inject, Signal } from '@angular/core';
import { Confirm, Confirmation } from './confirm';
import type { GuardsClosing } from './dialog';

/** The parts of a form that a guard needs. */
interface Written {
  /** There are unsaved changes. */
  readonly dirty: Signal<boolean>;
  /** The form is being saved. */
  readonly busy: Signal<boolean>;
}

/**
 * Protects unsaved input in a dialog: asks `question` before the dialog closes without a result, and lets the browser
 * ask before the page is left. Must be called in an injection context.
 * @param leave decides instead while the form is being saved, which may take long.
 */
export function unsavedGuard(
  form: Written,
  question: () => Confirmation,
  leave: () => Promise<boolean>,
): GuardsClosing['mayClose'] {
  const confirm = inject(Confirm);
  warnWhile(form.dirty);
  return (result) => {
    if (result !== undefined) return true;
    if (form.busy()) return leave();
    return !form.dirty() || confirm.ask(question());
  };
}

/**
 * The same for unsaved input on a page, to be called by the router before another page opens. Input being saved counts
 * as saved, because saving continues without the page.
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
