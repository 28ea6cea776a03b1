import { Component, inject } from '@angular/core';
import { RouterOutlet } from '@angular/router';
import { ToastOutlet } from '@signpost/ui/toasts';
import { Connection } from './platform/requests/connection';
import { Navigation } from './platform/navigation/navigation';
import { SessionStore } from './platform/session';
import { SchemeNotice } from './shell/scheme-notice';

/**
 * The root: the current screen and the toasts above it. These come with the first transfer: the first of them may say that
 * the server cannot be reached, and a browser that once failed to fetch a part may not fetch it again.
 */
@Component({
  selector: 'app-root',
  imports: [RouterOutlet, SchemeNotice, ToastOutlet],
  template: `<app-scheme-notice /><router-outlet /><sp-toasts />`,
})
export class App {
  constructor() {
    inject(Navigation).follow();
    inject(Connection).watch();
    inject(SessionStore).watch();
  }
}
