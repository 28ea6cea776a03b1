import { inject, Injectable } from '@angular/core';
import { Router } from '@angular/router';
import { mayLeavePage } from '../platform/navigation/leaving';
import { Problems } from '../platform/requests/problem';
import { SessionStore } from '../platform/session';

/** The way out, from the account's menu and the palette. */
@Injectable({ providedIn: 'root' })
export class SignOut {
  private readonly session = inject(SessionStore);
  private readonly router = inject(Router);
  private readonly problems = inject(Problems);
  /** The page on screen, which may have something unsaved; the frame around it says which. */
  page: () => object = () => ({});

  async run(): Promise<void> {
    // The router would ask too late: once signed out, nobody can save what is asked about.
    if (!(await mayLeavePage(this.page()))) return;
    try {
      await this.session.signOut();
      await this.router.navigateByUrl('/login');
    } catch (error) {
      this.problems.toast(error);
    }
  }
}
