import { Directive } from '@angular/core';
import { measureInto } from '@signpost/ui';

/** A line that stays at the top of the page: what the keyboard comes to is kept clear of it. */
@Directive({ selector: 'div.away' })
export class StickyBanner {
  constructor() {
    measureInto('--notice');
  }
}
