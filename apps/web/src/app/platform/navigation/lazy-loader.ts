import { inject, Injectable, signal } from '@angular/core';
import { Toasts } from '@signpost/ui/toasts';
import { I18n, Language } from '../words/i18n';

/** Loads code on first use: dialogs, texts of another language. */
@Injectable({ providedIn: 'root' })
export class LazyLoader {
  private readonly i18n = inject(I18n);
  private readonly toasts = inject(Toasts);
  private readonly count = signal(0);
  /** Number of parts that are being loaded. */
  readonly loading = this.count.asReadonly();

  /**
   * The result of `load`. Undefined when it failed, because the server is unavailable or a new version has replaced the
   * files: the user is notified, and offered to reload the page.
   */
  async fetch<T>(load: () => Promise<T>): Promise<T | undefined> {
    this.count.update((n) => n + 1);
    try {
      return await load();
    } catch (error) {
      console.warn(error);
      this.toasts.error(this.i18n.t('problem.part'), () => location.reload(), this.i18n.t('problem.reload'));
      return undefined;
    } finally {
      this.count.update((n) => n - 1);
    }
  }

  /** Switches the displayed language. */
  async switchLanguage(language: Language): Promise<void> {
    await this.fetch(() => this.i18n.switchTo(language));
  }
}
