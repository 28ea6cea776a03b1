import { LocationChangeListener, PathLocationStrategy } from '@angular/common';
import { inject, Injectable } from '@angular/core';
import { OpenDialogs } from './open-dialogs';

/**
 * The addresses of the pages; who is in a dialog answers Back and Forward before a page hears of them. To be provided as
 * the `LocationStrategy`: a listener on the window could not keep them from the router's, which is there before, and
 * browsers call those of `popstate` in the order in which they came, captured or not. Angular's `Location` listens for all.
 */
@Injectable({ providedIn: 'root' })
export class HeldLocation extends PathLocationStrategy {
  private readonly dialogs = inject(OpenDialogs);

  override onPopState(listener: LocationChangeListener): void {
    super.onPopState((event) => {
      if (event.type !== 'popstate' || !this.dialogs.takeMove()) listener(event);
    });
  }
}
