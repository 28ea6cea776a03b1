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
        untracked(() => void this.report(form));
      },
      { injector: this.injector },
    );
  }

  private async report(form: AnyForm): Promise<void> {
    if (form.isSaved()) this.toasts.done(this.i18n.t('ui.saving.saved'));
    else {
      // Errors are put into the form as soon as their texts are there.
      await this.words.ready();
      const reason = form.failure() ?? Object.values(form.errors())[0] ?? '';
      this.toasts.error(this.i18n.t('ui.saving.notSaved', { reason }).trim());
    }
    this.connection.readAgain();
  }
}

/** What differs from the usual in a guarded form. */
interface FormGuardOptions {
  /** The question before unsaved input is discarded. */
  readonly question?: () => Confirmation;
  /** Whether there is unsaved input, where that is not simply what has changed in the form. */
  readonly dirty?: Signal<boolean>;
  /** Message key of the question before leaving while the form is being saved. */
  readonly leaving?: string;
}

/** The usual question before unsaved input is discarded. */
export function discardQuestion(i18n: I18n): Confirmation {
  return {
    heading: i18n.t('ui.discard.heading'),
    text: i18n.t('ui.discard.text'),
    action: i18n.t('ui.discard.action'),
    cancel: i18n.t('ui.discard.stay'),
    danger: true,
  };
}

/**
 * Protects unsaved input in a dialog, as {@link unsavedGuard} does. While it is being saved, which may take long, the
 * user is asked whether to leave all the same: saving goes on then, a message says how it ended, and the open screens
 * are read again. Must be called in an injection context.
 */
export function formGuard(form: AnyForm, options: FormGuardOptions = {}): GuardsClosing['mayClose'] {
  const forms = inject(LeftForms);
  const confirm = inject(Confirm);
  const i18n = inject(I18n);
  const leave = async (): Promise<boolean> => {
    const saving = {
      heading: i18n.t('ui.saving.heading'),
      text: i18n.t(options.leaving ?? 'ui.saving.text'),
      action: i18n.t('ui.saving.leave'),
      cancel: i18n.t('ui.saving.wait'),
    };
    if (!(await confirm.ask(saving, form.busy))) return false;
    forms.watch(form);
    return true;
  };
  const { dirty = form.dirty, question = () => discardQuestion(i18n) } = options;
  return unsavedGuard({ busy: form.busy, dirty }, question, leave);
}
