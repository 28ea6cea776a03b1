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
  const warn = (event: BeforeUnloadEvent): void => {
    if (form.dirty()) event.preventDefault();
  };
  window.addEventListener('beforeunload', warn);
  inject(DestroyRef).onDestroy(() => window.removeEventListener('beforeunload', warn));
  return (result) => {
    if (result !== undefined) return true;
    if (form.busy()) return false;
    return !form.dirty() || confirm.ask(question());
  };
}
