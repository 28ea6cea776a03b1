import { inject, Injectable } from '@angular/core';
import { Toasts } from '@signpost/ui/toasts';
import { I18n, Language } from '../words/i18n';

/** Pieces of the page that are fetched when somebody first asks for them: dialogs, words of another language. */
@Injectable({ providedIn: 'root' })
export class LazyLoader {
  private readonly i18n = inject(I18n);
  private readonly toasts = inject(Toasts);

  /**
   * What `load` fetches. Undefined when it did not arrive, since the server is away or a new version has replaced the
   * files: whoever asked is told, and offered to load the page again.
   */
  async fetch<T>(load: () => Promise<T>): Promise<T | undefined> {
    try {
      return await load();
    } catch (error) {
      console.warn(error);
      this.toasts.error(this.i18n.t('problem.part'), () => location.reload(), this.i18n.t('problem.reload'));
      return undefined;
    }
  }

  /** Switches the language on screen. */
  async speak(language: Language): Promise<void> {
    await this.fetch(() => this.i18n.switchTo(language));
  }
}
