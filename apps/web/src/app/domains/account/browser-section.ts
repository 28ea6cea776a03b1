import { Component, Directive, ElementRef, inject, output, signal } from '@angular/core';
import { CopyButton, Section } from '@signpost/ui';
import { I18n } from '../../platform/words/i18n';
import { SessionStore } from '../../platform/session';
import { bookmarklet } from './bookmarklet';

/**
 * The link to drag into the bookmarks bar. Its URL is set on the element directly: Angular refuses `javascript:` in a
 * template, and this one contains only fixed text and the origin of this page.
 */
@Directive({ selector: 'a[appBookmark]', host: { '(click)': 'press($event)' } })
class Bookmark {
  /** Clicked here, where it would shorten this page itself: nothing happens. */
  readonly pressed = output();

  constructor() {
    inject<ElementRef<HTMLAnchorElement>>(ElementRef).nativeElement.href = bookmarklet(location.origin);
  }

  protected press(event: Event): void {
    event.preventDefault();
    this.pressed.emit();
  }
}

/** Ways to create and find links without opening the dashboard first: a bookmarklet, and the browser's address bar. */
@Component({
  selector: 'app-browser-section',
  imports: [Bookmark, CopyButton, Section],
  template: `<sp-section
    id="browser"
    [heading]="i18n.t('account.browser.heading')"
    [text]="i18n.t('account.browser.text')"
  >
    <div class="stack card-pad">
      @if (mayCreate) {
        <div class="part">
          <h3>{{ i18n.t('account.browser.bookmark') }}</h3>
          <p class="small muted">{{ i18n.t('account.browser.bookmarkText') }}</p>
          <p class="row">
            <a appBookmark class="mark" (pressed)="pressed.set(true)">{{ i18n.t('account.browser.mark') }}</a>
            <sp-copy-button [text]="code" [name]="i18n.t('account.browser.mark')" />
          </p>
          <p class="small" [class.muted]="!pressed()" role="status">
            {{ i18n.t(pressed() ? 'account.browser.drag' : 'account.browser.bookmarkOther') }}
          </p>
        </div>
      }
      <div class="part">
        <h3>{{ i18n.t('account.browser.search') }}</h3>
        <p class="small muted">{{ i18n.t('account.browser.searchText', { host }) }}</p>
      </div>
    </div>
  </sp-section>`,
  styles: `
    .part {
      display: grid;
      gap: 6px;
    }
    h3 {
      font-size: inherit;
      line-height: inherit;
      font-weight: 600;
    }
    .mark {
      display: inline-flex;
      align-items: center;
      min-block-size: 32px;
      padding-inline: 12px;
      border: 1px dashed var(--line-2);
      border-radius: var(--r-control);
      color: var(--ink);
      font-weight: 550;
      text-decoration: none;
      cursor: grab;
    }
  `,
})
export class BrowserSection {
  protected readonly i18n = inject(I18n);
  protected readonly mayCreate = inject(SessionStore).can('links.manage');
  protected readonly host = location.host;
  protected readonly code = bookmarklet(location.origin);
  protected readonly pressed = signal(false);
}
