import { Injectable, signal } from '@angular/core';

/** Rises when members or invitations may have changed, also by an undo after the table it was offered in has gone. */
@Injectable({ providedIn: 'root' })
export class PeopleVersion {
  private readonly version = signal(0);
  readonly current = this.version.asReadonly();

  touch(): void {
    this.version.update((n) => n + 1);
  }
}
