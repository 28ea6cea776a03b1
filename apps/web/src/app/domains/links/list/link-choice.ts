import { computed, linkedSignal, Signal, WritableSignal } from '@angular/core';
import type { Link } from '@signpost/contracts';

/** What a selection is made from. */
export interface ChoiceSource {
  /** The conditions of the list: with other ones nothing is selected. */
  readonly conditions: string;
  /** The links of the current page, as the server has returned them. */
  readonly loaded: readonly Link[];
  /** Those of them that are shown: a link deleted by its menu disappears at once. */
  readonly shown: readonly Link[];
}

/** The selection in a list of links: single links, a range, a page, or all matches. */
export class LinkChoice {
  /**
   * Selected links by id, across pages, in the last known state, which Undo of a bulk action restores. A link that is
   * not shown any more is deselected: with a deleted link every bulk action would be refused.
   */
  readonly links: WritableSignal<ReadonlyMap<string, Link>>;
  /** Whether all matches are selected, also those on other pages. */
  readonly everyMatch: WritableSignal<boolean>;
  /** Start of a range: the link selected last. */
  private readonly anchor: WritableSignal<string | null>;
  /** Ids of the current page that are shown as selected. */
  readonly ids: Signal<ReadonlySet<string>> = computed(
    () => new Set([...this.links().keys(), ...(this.everyMatch() ? this.page().map(({ id }) => id) : [])]),
  );

  constructor(private readonly list: Signal<ChoiceSource>) {
    const conditions = computed(() => list().conditions);
    this.everyMatch = linkedSignal({ source: conditions, computation: () => false });
    this.anchor = linkedSignal<string, string | null>({ source: conditions, computation: () => null });
    this.links = linkedSignal<ChoiceSource, ReadonlyMap<string, Link>>({
      source: list,
      computation: (now, before) =>
        before?.source.conditions === now.conditions ? renewed(before.value, now) : new Map(),
    });
  }

  toggle(link: Link): void {
    this.narrow();
    this.anchor.set(link.id);
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
    const anchor = page.findIndex(({ id }) => id === this.anchor());
    const from = anchor < 0 ? to : anchor;
    const range = page.slice(Math.min(from, to), Math.max(from, to) + 1);
    if (anchor < 0) this.anchor.set(link.id);
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
    this.anchor.set(null);
    this.everyMatch.set(false);
    if (this.links().size > 0) this.links.set(new Map());
  }

  private page(): readonly Link[] {
    return this.list().shown;
  }

  /** Deselecting one of all matches leaves the others of the page: no request can express "all except". */
  private narrow(): void {
    if (!this.everyMatch()) return;
    this.everyMatch.set(false);
    this.links.set(new Map(this.page().map((link) => [link.id, link])));
  }
}

/** The selected links after the page has changed. */
function renewed(chosen: ReadonlyMap<string, Link>, { loaded, shown }: ChoiceSource): ReadonlyMap<string, Link> {
  if (chosen.size === 0) return chosen;
  const now = new Map(loaded.map((link) => [link.id, link]));
  const stay = new Set(shown.map(({ id }) => id));
  return new Map(
    [...chosen].filter(([id]) => !now.has(id) || stay.has(id)).map(([id, link]) => [id, now.get(id) ?? link]),
  );
}
