import { Injectable, signal } from '@angular/core';

/** Rises when sessions may have ended by something else on the page: a new password ends the others. */
@Injectable({ providedIn: 'root' })
export class SessionsVersion {
  private readonly version = signal(0);
  readonly current = this.version.asReadonly();

  touch(): void {
    this.version.update((n) => n + 1);
  }
}
