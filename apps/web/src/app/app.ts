import { Component, inject } from '@angular/core';
import { RouterOutlet } from '@angular/router';
import { ToastOutlet } from '@signpost/ui';
import { Navigation } from './platform/navigation';

/** The root: the current screen and the toasts above it. */
@Component({
  selector: 'app-root',
  imports: [RouterOutlet, ToastOutlet],
  template: `<router-outlet /><sp-toasts />`,
})
export class App {
  constructor() {
    inject(Navigation).follow();
  }
}
