import { computed, Signal, signal } from '@angular/core';
import type { Link } from '@signpost/contracts';

/** Which links of a list are chosen: one by one, from one to another, a page, or all that match. */
export class LinkChoice {
  /** Chosen links by id, across pages. */
  readonly links = signal<ReadonlyMap<string, Link>>(new Map());
  /** All that match, also those on other pages. */
  readonly everyMatch = signal(false);
  /** Those of the page that are shown as chosen. */
  readonly ids: Signal<ReadonlySet<string>> = computed(
    () => new Set([...this.links().keys(), ...(this.everyMatch() ? this.page().map(({ id }) => id) : [])]),
  );
  /** Where a range begins: at the link that was chosen last. */
  private anchor: string | null = null;

  /** @param page the links that are shown. */
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

  /** Adds all from the one that was chosen last to this one; this one alone where none of the page was. */
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

  /** Takes out links that are not there any more. */
  drop(ids: readonly string[]): void {
    this.links.update((before) => new Map([...before].filter(([id]) => !ids.includes(id))));
  }

  /** What is chosen is meant as it is now: undo of a bulk action brings it back to that. */
  renew(links: readonly Link[]): void {
    const now = new Map(links.map((link) => [link.id, link]));
    this.links.update((before) =>
      before.size === 0 ? before : new Map([...before].map(([id, link]) => [id, now.get(id) ?? link])),
    );
  }

  /** Who takes one link out of all that match is left with the others in view: no request can say "all but". */
  private narrow(): void {
    if (!this.everyMatch()) return;
    this.everyMatch.set(false);
    this.links.set(new Map(this.page().map((link) => [link.id, link])));
  }
}
