import { Directive } from '@angular/core';
import { measureInto } from '@signpost/ui';

/** A notice that stays at the top of the page; elements that get the focus are scrolled clear of it. */
@Directive({ selector: 'div.unavailable' })
export class StickyBanner {
  constructor() {
    measureInto('--notice');
  }
}
