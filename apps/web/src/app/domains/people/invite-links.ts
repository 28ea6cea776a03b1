import { Component, inject, Injectable, signal } from '@angular/core';
import type { Invitation } from '@signpost/contracts';
import { CopyButton } from '@signpost/ui';
import { I18n } from '../../platform/words/i18n';

/** Links of invitations that are not sent by mail: known only to the page that created them, until it is left. */
@Injectable({ providedIn: 'root' })
export class InviteLinks {
  private readonly links = signal<readonly { email: string; url: string }[]>([]);
  readonly all = this.links.asReadonly();

  /** Stores the link of a new invitation, replacing an earlier one for the same address. */
  keep({ email, inviteUrl }: Invitation): void {
    this.forget(email);
    if (inviteUrl !== undefined) this.links.update((links) => [...links, { email, url: inviteUrl }]);
  }

  /** The link for an address is no longer valid. */
  forget(email: string): void {
    this.links.update((links) => links.filter((link) => link.email !== email));
  }

  clear(): void {
    this.links.set([]);
  }
}

/** Without a mail server: the invitation links to pass on, each with a copy button. */
@Component({
  selector: 'app-invite-link-list',
  imports: [CopyButton],
  template: `
    @if (links.all().length) {
      <section class="card card-pad" aria-labelledby="invite-links">
        <h3 id="invite-links">{{ i18n.t('people.links.heading') }}</h3>
        <p class="muted">{{ i18n.t('people.links.text') }}</p>
        <ul>
          @for (link of links.all(); track link.email) {
            <li>
              <span class="who">{{ link.email }}</span>
              <code>{{ link.url }}</code>
              <sp-copy-button [text]="link.url" [name]="i18n.t('people.links.of', { email: link.email })" />
            </li>
          }
        </ul>
      </section>
    }
  `,
  styles: `
    section {
      margin-block-end: 16px;
    }
    ul {
      display: grid;
      gap: 8px;
      margin-block-start: 12px;
    }
    li {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 4px 12px;
    }
    .who {
      font-weight: 550;
    }
    code {
      flex: 1 1 240px;
      min-inline-size: 0;
      overflow-wrap: anywhere;
      font-size: 0.75rem;
    }
  `,
})
export class InviteLinkList {
  protected readonly i18n = inject(I18n);
  protected readonly links = inject(InviteLinks);
}
