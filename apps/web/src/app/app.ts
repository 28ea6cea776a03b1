import { Component, inject } from '@angular/core';
import { RouterOutlet } from '@angular/router';
import { ToastOutlet } from '@signpost/ui';
import { Toasts } from '@signpost/ui/toasts';
import { Connection } from './platform/connection';
import { Navigation } from './platform/navigation';

/**
 * The root: the current screen and the toasts above it. These are fetched once the screen has long come: the first toast
 * may say that the server cannot be reached.
 */
@Component({
  selector: 'app-root',
  imports: [RouterOutlet, ToastOutlet],
  template: `<router-outlet />
    @defer (when toasts.toasts().length > 0; prefetch on timer(5s)) {
      <sp-toasts />
    }`,
})
export class App {
  protected readonly toasts = inject(Toasts);

  constructor() {
    inject(Navigation).follow();
    inject(Connection).watch();
  }
}
