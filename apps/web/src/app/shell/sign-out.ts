import { inject, Injectable } from '@angular/core';
import { Router } from '@angular/router';
import { mayLeavePage } from '../platform/navigation/leaving';
import { Problems } from '../platform/requests/problem';
import { SessionStore } from '../platform/session';

/** Signs out, from the account menu and the palette. */
@Injectable({ providedIn: 'root' })
export class SignOut {
  private readonly session = inject(SessionStore);
  private readonly router = inject(Router);
  private readonly problems = inject(Problems);
  /** The current page, which may have unsaved input; set by the application frame. */
  page: () => object = () => ({});

  async run(): Promise<void> {
    // The router's guard would ask too late: after signing out, unsaved input cannot be saved any more.
    if (!(await mayLeavePage(this.page()))) return;
    try {
      await this.session.signOut();
      await this.router.navigateByUrl('/login');
    } catch (error) {
      this.problems.toast(error);
    }
  }
}
