import { DOCUMENT } from '@angular/common';
import { inject, Injectable, OnDestroy } from '@angular/core';

/**
 * Puts component styles into constructed style sheets instead of `<style>` elements. A content security policy of
 * `style-src 'self'` forbids the elements but not the sheets, so the dashboard runs without `unsafe-inline` and without
 * a nonce in the page. Replaces Angular's own `SharedStylesHost`.
 */
@Injectable()
export class AdoptedStyles implements OnDestroy {
  private readonly document = inject(DOCUMENT);
  private readonly sheets = new Map<string, { sheet: CSSStyleSheet; users: number }>();

  addStyles(styles: string[]): void {
    for (const css of styles) {
      const known = this.sheets.get(css);
      if (known) {
        known.users++;
        continue;
      }
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      this.sheets.set(css, { sheet, users: 1 });
      this.document.adoptedStyleSheets.push(sheet);
    }
  }

  removeStyles(styles: string[]): void {
    for (const css of styles) {
      const known = this.sheets.get(css);
      if (known && --known.users <= 0) this.drop(css, known.sheet);
    }
  }

  /** All hosts are in this document, to which the sheets apply. */
  addHost(): void {
    // Nothing to do.
  }

  removeHost(): void {
    // Nothing to do.
  }

  ngOnDestroy(): void {
    for (const [css, { sheet }] of [...this.sheets]) this.drop(css, sheet);
  }

  private drop(css: string, sheet: CSSStyleSheet): void {
    this.sheets.delete(css);
    const all = this.document.adoptedStyleSheets;
    this.document.adoptedStyleSheets = all.filter((other) => other !== sheet);
  }
}
