import { Component, computed, inject, input, linkedSignal, Signal } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, Router } from '@angular/router';
import { foldCase } from '@signpost/domain';
import { Icon } from '@signpost/ui';

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
  imports: [Icon],
  template: `@if (search().isNeeded()) {
    <div>
      <sp-icon name="search" />
      <input
        #box
        type="search"
        class="sp-input"
        dir="auto"
        [attr.aria-label]="label()"
        [placeholder]="label()"
        [value]="search().text()"
        (input)="search().type(box.value)"
      />
    </div>
  }`,
  styles: `
    div {
      position: relative;
      margin-block-end: 12px;
    }
    sp-icon {
      position: absolute;
      inset-block-start: 50%;
      inset-inline-start: 10px;
      translate: 0 -50%;
      color: var(--ink-2);
      pointer-events: none;
    }
    input {
      padding-inline-start: 32px;
    }
  `,
})
export class NameSearchBox {
  readonly search = input.required<NameSearch>();
  readonly label = input.required<string>();
}
