import { Component, computed, input, ViewEncapsulation } from '@angular/core';

/** The longest address that leaves room for what is typed beside it on the narrowest phone, in letters. */
const LENGTH_BESIDE = 18;

/** Joins a text control to the parts of the address before and after the typed text. */
@Component({
  selector: 'sp-address-box',
  // The control comes from the caller, and loses the rounded corners where it is joined.
  encapsulation: ViewEncapsulation.None,
  template: `<span class="mono" dir="ltr" [title]="before()">{{ before() }}</span>
    <ng-content />
    @if (after(); as text) {
      <span class="mono" dir="ltr">{{ text }}</span>
    }`,
  host: { '[class.between]': "after() !== ''", '[class.stacked]': 'isStacked()' },
  styles: `
    sp-address-box {
      display: flex;
      align-items: stretch;
    }
    sp-address-box > span {
      flex: 0 1 auto;
      min-inline-size: 48px;
      max-inline-size: 65%;
      padding-block: 5px;
      padding-inline: 10px 6px;
      border: 1px solid var(--line-2);
      border-inline-end: 0;
      border-start-start-radius: var(--r-control);
      border-end-start-radius: var(--r-control);
      background: var(--surface-2);
      color: var(--ink-2);
      font-size: 0.8125rem;
      line-height: 1.25rem;
      align-content: center;
      /* Never cut short: it would name another place. */
      overflow-wrap: anywhere;
    }
    sp-address-box > .sp-input {
      flex: 1 1 96px;
      /* Its focus ring is drawn above the next element. */
      position: relative;
      border-start-start-radius: 0;
      border-end-start-radius: 0;
    }
    sp-address-box > .sp-input + span {
      flex-shrink: 0;
      padding-inline: 6px 10px;
      border-inline: 0 solid var(--line-2);
      border-inline-end-width: 1px;
      border-radius: 0;
      border-start-end-radius: var(--r-control);
      border-end-end-radius: var(--r-control);
    }
    sp-address-box.between > .sp-input {
      border-start-end-radius: 0;
      border-end-end-radius: 0;
    }
    @media (max-width: 35em) {
      /* On a line of its own, so that there is room for what is typed. */
      sp-address-box.stacked {
        flex-wrap: wrap;
      }
      sp-address-box.stacked > span:first-child {
        flex: 1 0 100%;
        max-inline-size: none;
        border-inline-end: 1px solid var(--line-2);
        border-block-end: 0;
        border-start-end-radius: var(--r-control);
        border-end-start-radius: 0;
      }
      sp-address-box.stacked > .sp-input {
        border-end-start-radius: var(--r-control);
      }
      sp-address-box.stacked:not(.between) > .sp-input {
        border-start-end-radius: 0;
      }
      sp-address-box.stacked > .sp-input + span {
        border-start-end-radius: 0;
      }
    }
  `,
})
export class AddressBox {
  readonly before = input.required<string>();
  readonly after = input('');
  protected readonly isStacked = computed(() => this.after() !== '' || this.before().length > LENGTH_BESIDE);
}
