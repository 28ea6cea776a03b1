import { Component, input, output } from '@angular/core';

/** A logo with at least this ratio of width to height is treated as a word mark. */
const WIDE = 2;

/**
 * A workspace's own logo on a light plate with a fine shadow, so that dark and white logos are visible in both themes.
 */
@Component({
  selector: 'sp-logo-plate',
  template: `<img
    [src]="src()"
    alt=""
    [style.block-size.px]="size()"
    [style.min-inline-size.px]="size()"
    (load)="isWide.emit(wide($event))"
    (error)="failed.emit()"
  />`,
  styles: `
    :host {
      display: inline-flex;
      flex: 0 1 auto;
      min-inline-size: 0;
      max-inline-size: 100%;
      padding: 2px 4px;
      border: 1px solid #e4e0d6;
      border-radius: var(--r-control);
      background: #fff;
    }
    img {
      inline-size: auto;
      max-inline-size: 100%;
      object-fit: contain;
      filter: drop-shadow(0 0 1px rgb(20 24 31 / 70%));
    }
  `,
})
export class LogoPlate {
  readonly src = input.required<string>();
  /** Height of the picture in pixels; the same width is reserved until it has loaded. */
  readonly size = input(20);
  /** Emitted after loading: whether the logo is much wider than high, so that it needs more width to be readable. */
  readonly isWide = output<boolean>();
  /** The picture could not be loaded. */
  readonly failed = output();

  protected wide({ target }: Event): boolean {
    return target instanceof HTMLImageElement && target.naturalWidth >= WIDE * target.naturalHeight;
  }
}
