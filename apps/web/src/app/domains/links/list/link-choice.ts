import { computed, Signal, signal } from '@angular/core';
import type { Link } from '@signpost/contracts';

/** The selection in a list of links: single links, a range, a page, or all matches. */
export class LinkChoice {
  /** Chosen links by id, across pages. */
  readonly links = signal<ReadonlyMap<string, Link>>(new Map());
  /** Whether all matches are selected, also those on other pages. */
  readonly everyMatch = signal(false);
  /** Ids of the current page that are shown as selected. */
  readonly ids: Signal<ReadonlySet<string>> = computed(
    () => new Set([...this.links().keys(), ...(this.everyMatch() ? this.page().map(({ id }) => id) : [])]),
  );
  /** Start of a range: the link selected last. */
  private anchor: string | null = null;

  /** @param page the links of the current page. */
  constructor(private readonly page: () => readonly Link[]) {}

  toggle(link: Link): void {
    this.narrow();
    this.anchor = link.id;
    this.links.update((before) => {
      const after = new Map(before);
      if (!after.delete(link.id)) after.set(link.id, link);
      return after;
    });
  }

  /** Selects all links from the one selected last to this one; only this one if that is not on the page. */
  extendTo(link: Link): void {
    this.narrow();
    const page = this.page();
    const to = page.findIndex(({ id }) => id === link.id);
    const anchor = page.findIndex(({ id }) => id === this.anchor);
    const from = anchor < 0 ? to : anchor;
    const range = page.slice(Math.min(from, to), Math.max(from, to) + 1);
    if (anchor < 0) this.anchor = link.id;
    this.links.update((before) => new Map([...before, ...range.map((one) => [one.id, one] as const)]));
  }

  togglePage(on: boolean): void {
    this.narrow();
    this.links.update((before) => {
      const after = new Map(before);
      for (const link of this.page()) {
        if (on) after.set(link.id, link);
        else after.delete(link.id);
      }
      return after;
    });
  }

  clear(): void {
    this.anchor = null;
    this.everyMatch.set(false);
    if (this.links().size > 0) this.links.set(new Map());
  }

  /** Removes deleted links from the selection. */
  drop(ids: readonly string[]): void {
    this.links.update((before) => new Map([...before].filter(([id]) => !ids.includes(id))));
  }

  /** Updates the selected links to their current state, which Undo of a bulk action restores. */
  renew(links: readonly Link[]): void {
    const now = new Map(links.map((link) => [link.id, link]));
    this.links.update((before) =>
      before.size === 0 ? before : new Map([...before].map(([id, link]) => [id, now.get(id) ?? link])),
    );
  }

  /** Deselecting one of all matches leaves the others of the page: no request can express "all except". */
  private narrow(): void {
    if (!this.everyMatch()) return;
    this.everyMatch.set(false);
    this.links.set(new Map(this.page().map((link) => [link.id, link])));
  }
}
