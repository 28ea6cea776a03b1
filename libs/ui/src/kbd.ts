import { Component } from '@angular/core';

/** A key of the keyboard. */
@Component({
  selector: 'sp-kbd',
  template: `<kbd><ng-content /></kbd>`,
  styles: `
    kbd {
      display: inline-block;
      min-inline-size: 20px;
      padding: 0 5px;
      border: 1px solid var(--line);
      border-block-end-width: 2px;
      border-radius: 4px;
      background: var(--surface);
      color: var(--ink-2);
      font: 500 0.6875rem/1rem var(--mono);
      text-align: center;
    }
  `,
})
export class Kbd {}
