import { effect, inject, Injectable, Injector, Signal, untracked } from '@angular/core';
import type { FormModel } from '@signpost/ui/forms';
import { Confirm, Confirmation, GuardsClosing, unsavedGuard } from '@signpost/ui/overlay';
import { Toasts } from '@signpost/ui/toasts';
import { I18n } from '../words/i18n';
import { Connection } from './connection';
import { RuleWords } from './rule-words';

type AnyForm = Pick<FormModel<object>, 'busy' | 'dirty' | 'isSaved' | 'failure' | 'errors'>;

/** Says how the saving of a form ended that the user has left meanwhile. */
@Injectable({ providedIn: 'root' })
class LeftForms {
  private readonly injector = inject(Injector);
  private readonly i18n = inject(I18n);
  private readonly toasts = inject(Toasts);
  private readonly words = inject(RuleWords);
  private readonly connection = inject(Connection);

  watch(form: AnyForm): void {
    const waiting = effect(
      () => {
        if (form.busy()) return;
        waiting.destroy();
        untracked(() => void this.say(form));
      },
      { injector: this.injector },
    );
  }

  private async say(form: AnyForm): Promise<void> {
    if (form.isSaved()) this.toasts.done(this.i18n.t('campaigns.saving.saved'));
    else {
      // Errors are put into the form as soon as their texts are there.
      await this.words.ready();
      const reason = form.failure() ?? Object.values(form.errors())[0] ?? '';
      this.toasts.error(this.i18n.t('campaigns.saving.notSaved', { reason }).trim());
    }
    this.connection.readAgain();
  }
}

/**
 * Protects unsaved input in a dialog, as {@link unsavedGuard} does. While it is being saved, which may take long, the
 * user is asked whether to leave all the same: saving goes on then, a message says how it ended, and the open screens
 * are read again. Must be called in an injection context.
 * @param dirty whether there is unsaved input, where that is not simply what has changed in the form.
 */
export function formGuard(
  form: AnyForm,
  question: () => Confirmation,
  dirty: Signal<boolean> = form.dirty,
): GuardsClosing['mayClose'] {
  const forms = inject(LeftForms);
  const confirm = inject(Confirm);
  const i18n = inject(I18n);
  // In advance: later the server may not answer. A scope of its own would make every first load longer.
  void i18n.use('campaigns');
  const leave = async (): Promise<boolean> => {
    const saving = {
      heading: i18n.t('campaigns.saving.heading'),
      text: i18n.t('campaigns.saving.text'),
      action: i18n.t('campaigns.saving.leave'),
      cancel: i18n.t('campaigns.saving.wait'),
    };
    if (!(await confirm.ask(saving, form.busy))) return false;
    forms.watch(form);
    return true;
  };
  return unsavedGuard({ busy: form.busy, dirty }, question, leave);
}
