import { computed, inject, Injectable, signal } from '@angular/core';
import type { HostContext } from '@signpost/contracts';
import { ApiClient } from './requests/api-client';

/** The host of a URL; empty where the URL is invalid, as with a name below an IP address. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

/** Which deployment and which workspace this host belongs to; requested once, on first use. */
@Injectable({ providedIn: 'root' })
export class HostStore {
  private readonly client = inject(ApiClient);
  private readonly state = signal<HostContext | null>(null);
  private request: Promise<HostContext | null> | null = null;
  readonly context = this.state.asReadonly();
  readonly isMulti = computed(() => this.state()?.mode === 'multi');

  /** Null when the server cannot be reached; the next call requests it again. */
  load(): Promise<HostContext | null> {
    this.request ??= this.client.get<HostContext>('/api/host').then(
      (context) => {
        this.state.set(context);
        return context;
      },
      () => {
        this.request = null;
        return null;
      },
    );
    return this.request;
  }
}
