import { inject, Injectable, signal } from '@angular/core';
import { Router } from '@angular/router';
import { OpenDialogs } from '@signpost/ui/start';
import { LazyLoader } from './lazy-loader';

/** Loads the code of dialogs on first use. */
@Injectable({ providedIn: 'root' })
export class DialogLoader {
  private readonly loader = inject(LazyLoader);
  private readonly router = inject(Router);
  private readonly dialogs = inject(OpenDialogs);
  private turn = 0;
  private readonly keys = signal('');
  /** What was typed since the last dialog was asked for, which is meant for it. */
  readonly typed = this.keys.asReadonly();
  private pending = 0;

  /** Whether the code of a dialog is on its way: letters are no shortcuts then. */
  isComing(): boolean {
    return this.pending > 0;
  }

  type(key: string): void {
    this.keys.update((before) => before + key);
  }

  /**
   * The result of `load`. Undefined when it failed, which is reported, and when the user has asked for another dialog or
   * page while it was loading: the dialog must not cover that.
   */
  async fetch<T>(load: () => Promise<T>): Promise<T | undefined> {
    const turn = ++this.turn;
    const before = this.place();
    this.keys.set('');
    this.pending += 1;
    try {
      const part = await this.loader.fetch(load);
      return turn === this.turn && this.place() === before ? part : undefined;
    } finally {
      this.pending -= 1;
    }
  }

  /** The number of dialogs opened so far, and the path that is shown or being opened. */
  private place(): string {
    const url = this.router.currentNavigation()?.extractedUrl.toString() ?? this.router.url;
    return `${String(this.dialogs.total)} ${url.split('?')[0] ?? ''}`;
  }
}
