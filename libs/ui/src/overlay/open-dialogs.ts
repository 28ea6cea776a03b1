import { Injectable } from '@angular/core';
import { Observable } from 'rxjs';

/** Which dialogs lie over the page. Costs nothing to ask where none has been fetched yet. */
@Injectable({ providedIn: 'root' })
export class OpenDialogs {
  private count = 0;
  private readonly waiting: (() => void)[] = [];
  private mover: (() => boolean) | null = null;

  /** One has opened; `closed` tells when it is gone. */
  opened(closed: Observable<unknown>): void {
    this.count++;
    closed.subscribe({
      complete: () => {
        this.count--;
        if (this.count === 0) for (const go of this.waiting.splice(0)) go();
      },
    });
  }

  /** Who is asked about Back and Forward while there are dialogs: true when the page is not to go along. */
  answersMoves(mover: () => boolean): void {
    this.mover = mover;
  }

  /** Somebody has gone back or forward. Whether that was for the dialogs, and the page stays. */
  takeMove(): boolean {
    return this.mover?.() ?? false;
  }

  /** Whether somebody is in the middle of something. */
  areThere(): boolean {
    return this.count > 0;
  }

  /** Resolves once the last has closed. */
  allClosed(): Promise<void> {
    return this.count === 0 ? Promise.resolve() : new Promise((resolve) => this.waiting.push(resolve));
  }
}
