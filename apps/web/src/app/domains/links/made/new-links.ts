import { computed, inject, Injectable, Signal, signal } from '@angular/core';
import type { Link } from '@signpost/contracts';
import { SessionStore } from '../../../platform/session';

/** The links created last on this page: lists highlight them, and the card offers next actions. */
@Injectable({ providedIn: 'root' })
export class NewLinks {
  private readonly session = inject(SessionStore);
  private readonly made = signal<readonly Link[]>([]);
  private readonly isCardOpen = signal(false);
  private madeBy: string | undefined;
  /** Only those of the signed-in user: the next user of this browser did not create them. */
  private readonly mine = computed(() => {
    const links = this.made();
    return links.length > 0 && this.session.user()?.id === this.madeBy ? links : [];
  });
  /** Links of the card; none once it was closed. */
  readonly shown = computed(() => (this.isCardOpen() ? this.mine() : []));
  /** Ids to highlight in lists, also when the card was closed. */
  readonly ids: Signal<ReadonlySet<string>> = computed(() => new Set(this.mine().map(({ id }) => id)));

  /** Replaces the previous ones. */
  add(links: readonly Link[]): void {
    this.madeBy = this.session.user()?.id;
    this.made.set(links);
    this.isCardOpen.set(true);
  }

  /** Updates a changed link. */
  renew(link: Link): void {
    this.made.update((links) => links.map((one) => (one.id === link.id ? link : one)));
  }

  /** Removes a deleted link. */
  forget(id: string): void {
    this.made.update((links) => links.filter((one) => one.id !== id));
  }

  /** Closes the card; the rows stay highlighted. */
  closeCard(): void {
    this.isCardOpen.set(false);
  }
}
