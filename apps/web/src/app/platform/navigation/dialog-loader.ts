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
  /** What was typed since the last dialog was asked for, which is meant for it. */
  readonly typed = signal('');

  /**
   * The result of `load`. Undefined when it failed, which is reported, and when the user has asked for another dialog or
   * page while it was loading: the dialog must not cover that.
   */
  async fetch<T>(load: () => Promise<T>): Promise<T | undefined> {
    const turn = ++this.turn;
    const before = this.place();
    this.typed.set('');
    const part = await this.loader.fetch(load);
    return turn === this.turn && this.place() === before ? part : undefined;
  }

  /** The number of dialogs opened so far, and the path that is shown or being opened. */
  private place(): string {
    const url = this.router.currentNavigation()?.extractedUrl.toString() ?? this.router.url;
    return `${String(this.dialogs.total())} ${url.split('?')[0] ?? ''}`;
  }
}
