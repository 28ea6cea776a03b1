import { Component, computed, inject, input, linkedSignal, Signal } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, Router } from '@angular/router';
import { foldCase } from '@signpost/domain';
import { SearchField } from './search-field';

/** Up to this number of rows no search is needed. */
const FEW = 8;

/** A search over rows that are loaded as a whole. */
export interface NameSearch {
  readonly text: Signal<string>;
  /** Whether there are so many rows that a search is offered. */
  readonly isNeeded: Signal<boolean>;
  /** Whether a row with this text is searched for. Compares as the server's search does. */
  matches(text: string): boolean;
  type(text: string): void;
}

/**
 * Its text is in the URL, so that Back from one of the results returns to them. Must be called in an injection context.
 * @param count number of rows without a search.
 */
export function nameSearch(count: Signal<number>): NameSearch {
  const router = inject(Router);
  const route = inject(ActivatedRoute);
  const params = toSignal(route.queryParamMap);
  const text = linkedSignal(() => params()?.get('q') ?? '');
  const isNeeded = computed(() => count() > FEW);
  const wanted = computed(() => (isNeeded() ? foldCase(text().trim()) : ''));
  return {
    text,
    isNeeded,
    matches: (row) => foldCase(row).includes(wanted()),
    type: (typed) => {
      text.set(typed);
      // Typing replaces the history entry, so that Back leaves the list instead of undoing letters.
      const extras = { relativeTo: route, queryParamsHandling: 'merge', replaceUrl: true } as const;
      void router.navigate([], { ...extras, queryParams: { q: typed || null } });
    },
  };
}

/** The field of a {@link NameSearch}; nothing where none is needed. */
@Component({
  selector: 'app-name-search',
  imports: [SearchField],
  template: `@if (search().isNeeded()) {
    <app-search-field [text]="search().text()" [label]="label()" (typed)="search().type($event)" />
  }`,
  styles: `
    :host {
      display: block;
    }
    app-search-field {
      margin-block-end: 12px;
    }
  `,
})
export class NameSearchBox {
  readonly search = input.required<NameSearch>();
  readonly label = input.required<string>();
}
