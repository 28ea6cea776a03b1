import { signal } from '@angular/core';

/** Rises when something may have changed that a page shows: whatever reads it loads again. */
export abstract class Version {
  private readonly version = signal(0);
  readonly current = this.version.asReadonly();

  touch(): void {
    this.version.update((n) => n + 1);
  }
}
