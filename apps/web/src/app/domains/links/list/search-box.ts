import { Component, DestroyRef, inject, input, linkedSignal, output } from '@angular/core';
import { Router, UrlTree } from '@angular/router';
import { LIMITS } from '@signpost/contracts';
import { SearchField } from '../../../platform/search-field';

const TYPING_PAUSE_MS = 220;

/** Search while typing, for a list whose search text is in the URL. */
@Component({
  selector: 'app-search-box',
  imports: [SearchField],
  template: `<app-search-field
    [text]="typed()"
    [label]="label()"
    [longest]="limits.searchLength"
    (typed)="type($event)"
  />`,
  styles: `
    :host {
      flex: 1 1 180px;
      min-inline-size: 0;
    }
  `,
})
export class SearchBox {
  /** Search text of the URL. */
  readonly text = input.required<string>();
  readonly label = input.required<string>();
  readonly searched = output<string>();

  private readonly router = inject(Router);
  protected readonly limits = LIMITS;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /**
   * Back, Forward and saved views change the text too, but not while the user is typing: the URL then has an older text,
   * which would remove the latest letters.
   */
  protected readonly typed = linkedSignal<string, string>({
    source: this.text,
    computation: (text, before) =>
      before && (this.timer !== undefined || before.value.trim() === text) ? before.value : text,
  });

  constructor() {
    inject(DestroyRef).onDestroy(() => clearTimeout(this.timer));
  }

  protected type(text: string): void {
    this.typed.set(text);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      // A delayed search must not interrupt navigation to another page.
      if (!this.isLeaving()) this.searched.emit(text.trim());
    }, TYPING_PAUSE_MS);
  }

  private isLeaving(): boolean {
    const path = (tree: UrlTree): string | undefined => this.router.serializeUrl(tree).split('?')[0];
    const next = this.router.currentNavigation();
    return next !== null && path(next.extractedUrl) !== path(this.router.parseUrl(this.router.url));
  }
}
