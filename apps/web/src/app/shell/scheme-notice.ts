import { Component, inject, signal } from '@angular/core';
import { HostStore } from '../platform/host';
import { I18n } from '../platform/words/i18n';
import { SessionStore } from '../platform/session';

/**
 * On a page opened over HTTP where HTTPS is configured: shows which URL to open instead. Signing in is not possible
 * here.
 */
@Component({
  selector: 'app-scheme-notice',
  template: `
    @if (address(); as url) {
      <p role="alert">
        {{ i18n.t('shell.plainHttp') }} <a [href]="url">{{ url }}</a>
      </p>
    }
  `,
  styles: `
    p {
      padding: 8px 16px;
      background: var(--wait-soft);
      color: var(--wait);
      text-align: center;
      overflow-wrap: anywhere;
    }
    a {
      color: inherit;
    }
  `,
})
export class SchemeNotice {
  protected readonly i18n = inject(I18n);
  private readonly host = inject(HostStore);
  protected readonly address = signal<string | null>(null);

  constructor() {
    // Signed-in users do not need it, and it would cost a request on each of their pages.
    if (location.protocol === 'http:' && !inject(SessionStore).user()) void this.showHttpsAddress();
  }

  private async showHttpsAddress(): Promise<void> {
    const context = await this.host.load();
    this.address.set(context === null ? null : httpsAddress(context.publicUrl, location.href));
  }
}

/**
 * The HTTPS URL of a page; null where HTTPS is not configured.
 * @param publicUrl origin of the dashboard, without a workspace's label.
 * @param href the page as it was opened.
 */
export function httpsAddress(publicUrl: string, href: string): string | null {
  if (!publicUrl.startsWith('https:')) return null;
  const [page, base] = [new URL(href), new URL(publicUrl)];
  const label = page.hostname.endsWith(`.${base.hostname}`) ? page.hostname.slice(0, -base.hostname.length) : '';
  return `https://${label}${base.host}${page.pathname}${page.search}`;
}
