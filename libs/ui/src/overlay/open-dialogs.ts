import { Injectable, signal } from '@angular/core';
import { Observable } from 'rxjs';

/** Counts the open dialogs. Usable without loading the dialog code. */
@Injectable({ providedIn: 'root' })
export class OpenDialogs {
  private count = 0;
  private readonly openings = signal(0);
  /** Number of dialogs opened so far. */
  readonly total = this.openings.asReadonly();
  private readonly waiting: (() => void)[] = [];
  private mover: (() => boolean) | null = null;

  /** Reports an opened dialog; `closed` completes when it is closed. */
  opened(closed: Observable<unknown>): void {
    this.count++;
    this.openings.update((n) => n + 1);
    closed.subscribe({
      complete: () => {
        this.count--;
        if (this.count === 0) for (const go of this.waiting.splice(0)) go();
      },
    });
  }

  /** Registers the handler of Back and Forward while dialogs are open; it returns true when the page must stay. */
  answersMoves(mover: () => boolean): void {
    this.mover = mover;
  }

  /** Passes on a Back or Forward; returns whether the dialogs handled it, so that the page stays. */
  takeMove(): boolean {
    return this.mover?.() ?? false;
  }

  /** Whether any dialog is open. */
  areThere(): boolean {
    return this.count > 0;
  }

  /** Resolves once the last dialog has closed. */
  allClosed(): Promise<void> {
    return this.count === 0 ? Promise.resolve() : new Promise((resolve) => this.waiting.push(resolve));
  }
}
