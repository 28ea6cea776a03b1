import { NgComponentOutlet } from '@angular/common';
import { Component, effect, inject, signal, Type, untracked } from '@angular/core';
import { RouterOutlet } from '@angular/router';
import { fetchToastOutlet, Toasts } from '@signpost/ui/toasts';
import { Connection } from './platform/connection';
import { Navigation } from './platform/navigation';

/** Milliseconds after which toasts can be drawn at once: the first may say that the server cannot be reached. */
const PREFETCH_MS = 5_000;
/** Milliseconds until a fetch that failed is tried again while there is something to say. */
const RETRY_MS = 1_000;

/** The root: the current screen and the toasts above it, which are fetched once the screen has long come. */
@Component({
  selector: 'app-root',
  imports: [NgComponentOutlet, RouterOutlet],
  template: `<router-outlet /><ng-container [ngComponentOutlet]="outlet()" />`,
})
export class App {
  protected readonly outlet = signal<Type<unknown> | null>(null);
  private readonly toasts = inject(Toasts).toasts;

  constructor() {
    inject(Navigation).follow();
    inject(Connection).watch();
    setTimeout(() => void this.fetchOutlet(), PREFETCH_MS);
    effect(() => this.fetchOutletIfNeeded());
  }

  private fetchOutletIfNeeded(): void {
    if (this.toasts().length > 0) void this.fetchOutlet();
  }

  /** Not a @defer, which gives up for good when the network is away for the moment of its fetch. */
  private async fetchOutlet(): Promise<void> {
    if (untracked(this.outlet)) return;
    try {
      this.outlet.set(await fetchToastOutlet());
    } catch (error) {
      console.warn(error);
      setTimeout(() => this.fetchOutletIfNeeded(), RETRY_MS);
    }
  }
}
