import { computed, inject, Injectable, Signal, signal } from '@angular/core';
import type { Link } from '@signpost/contracts';
import { SessionStore } from '../../../platform/session';

/** The links that were made last on this page: lists light them, and the card shows what can be done with them next. */
@Injectable({ providedIn: 'root' })
export class NewLinks {
  private readonly session = inject(SessionStore);
  private readonly made = signal<readonly Link[]>([]);
  private readonly isCardOpen = signal(false);
  private madeBy: string | undefined;
  /** Those of who is signed in: the next person here has made none of them. */
  private readonly mine = computed(() => {
    const links = this.made();
    return links.length > 0 && this.session.user()?.id === this.madeBy ? links : [];
  });
  /** What the card shows: nothing once it was put away. */
  readonly shown = computed(() => (this.isCardOpen() ? this.mine() : []));
  /** Ids to be lit in lists, also when the card was put away. */
  readonly ids: Signal<ReadonlySet<string>> = computed(() => new Set(this.mine().map(({ id }) => id)));

  /** In place of those before. */
  add(links: readonly Link[]): void {
    this.madeBy = this.session.user()?.id;
    this.made.set(links);
    this.isCardOpen.set(true);
  }

  /** One of them was changed. */
  renew(link: Link): void {
    this.made.update((links) => links.map((one) => (one.id === link.id ? link : one)));
  }

  /** One of them is gone. */
  forget(id: string): void {
    this.made.update((links) => links.filter((one) => one.id !== id));
  }

  /** Puts the card away; the rows stay lit. */
  putAway(): void {
    this.isCardOpen.set(false);
  }
}
