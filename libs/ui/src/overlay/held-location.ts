import { LocationChangeListener, PathLocationStrategy } from '@angular/common';
import { inject, Injectable } from '@angular/core';
import { OpenDialogs } from './open-dialogs';

/**
 * The `LocationStrategy` of the application: an open dialog handles Back and Forward before a page is notified. A
 * listener on the window could not stop the router's, which is registered earlier: browsers call `popstate` listeners
 * in the order of registration, captured or not. Angular's `Location` is the only listener for all of them.
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
