import { booleanAttribute, Component, computed, ElementRef, inject, input } from '@angular/core';
import { Icon } from '../icon';
import { IconName } from '../icons';

/** How much a button asks for attention. One `primary` per screen. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

/**
 * A button, or a link styled as one. While `busy` it keeps its size, reports the state to assistive technology and
 * ignores clicks. While `resting` it ignores clicks too, but keeps the keyboard focus, which a disabled button would
 * lose.
 */
@Component({
  selector: 'button[spButton], a[spButton]',
  imports: [Icon],
  template: `@if (icon(); as name) {
      <sp-icon [name]="name" />
    }
    <span class="label"><ng-content /></span>
    @if (trailing(); as name) {
      <sp-icon [name]="name" [size]="14" />
    }`,
  host: {
    '[class]': 'classes()',
    '[attr.aria-busy]': 'busy() || null',
    '[attr.aria-disabled]': 'busy() || resting() || null',
  },
  styles: `
    :host {
      display: inline-flex;
      align-items: center;
      justify-content: center;
      gap: 6px;
      min-block-size: var(--control);
      padding: 4px 12px;
      border: 1px solid var(--button-line, var(--line));
      border-radius: var(--r-control);
      background: var(--surface);
      color: var(--ink);
      font-size: 0.875rem;
      font-weight: 550;
      line-height: 1.25rem;
      text-decoration: none;
      white-space: nowrap;
      transition: background-color var(--motion);
    }
    :host(:hover) {
      background: var(--surface-2);
    }
    :host(.primary) {
      background: var(--signal);
      border-color: var(--signal);
      color: var(--on-signal);
    }
    :host(.primary:hover) {
      background: var(--signal-hover);
      border-color: var(--signal-hover);
    }
    :host(.quiet) {
      border-color: transparent;
      background: transparent;
    }
    :host(.quiet:hover) {
      background: var(--surface-2);
    }
    :host(.danger) {
      color: var(--stop);
    }
    :host(.danger:hover) {
      background: var(--stop-soft);
      border-color: var(--stop);
    }
    :host(.small) {
      min-block-size: 28px;
      padding: 2px 8px;
      font-size: 0.8125rem;
    }
    :host(:disabled),
    :host(.resting) {
      opacity: 0.5;
    }
    :host(.busy) {
      opacity: 0.7;
      cursor: progress;
    }
    /* For labels with a name in them, which can be longer than the page is wide. */
    :host(.wraps) {
      white-space: normal;
    }
    .label:empty {
      display: none;
    }
    @media (pointer: coarse) {
      :host(.small) {
        min-block-size: var(--control);
      }
    }
  `,
})
export class Button {
  readonly variant = input<ButtonVariant>('secondary');
  readonly icon = input<IconName | null>(null);
  readonly trailing = input<IconName | null>(null);
  readonly small = input(false, { transform: booleanAttribute });
  readonly busy = input(false, { transform: booleanAttribute });
  /** The action has just completed and must not be repeated yet. */
  readonly resting = input(false, { transform: booleanAttribute });
  protected readonly classes = computed(
    () =>
      `${this.variant()}${this.small() ? ' small' : ''}${this.busy() ? ' busy' : ''}${this.resting() ? ' resting' : ''}`,
  );

  constructor() {
    const host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
    // In the capture phase: Angular registers the template's `(click)` on the same element, where one listener could
    // not stop the other.
    host.addEventListener('click', (event) => this.ignoreUnlessReady(event), { capture: true });
  }

  private ignoreUnlessReady(event: Event): void {
    if (!this.busy() && !this.resting()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}
