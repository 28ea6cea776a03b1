import { signal } from '@angular/core';

/** Incremented when displayed data may have changed: resources that read it reload. */
export abstract class Version {
  private readonly version = signal(0);
  readonly current = this.version.asReadonly();

  touch(): void {
    this.version.update((n) => n + 1);
  }
}
