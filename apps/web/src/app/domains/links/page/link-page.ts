import { Component, computed, effect, inject, input, untracked } from '@angular/core';
import { readableAddress } from '@signpost/domain';
import { Router, RouterLink, RouterOutlet } from '@angular/router';
import { Button, CopyButton, Empty, Failed, Icon, keepFocusFrom, Skeleton } from '@signpost/ui';
import { TabNav } from '@signpost/ui/tabs';
import { I18n } from '../../../platform/words/i18n';
import { RouteTitles } from '../../../platform/navigation/navigation';
import { isMissing } from '../../../platform/requests/problem';
import { SessionStore } from '../../../platform/session';
import { Viewport } from '../../../platform/viewport';
import { ReportSkeleton } from '../../reports/report-skeleton';
import { LinkActions } from './link-actions';
import { LinkContext } from './link-context';
import { LinkHealthLine } from './link-health';
import { LinkMenu } from './link-menu';
import { LinkStatusBadge } from './link-status';
import { LinkStopped } from './link-stopped';
import { readable, ShortAddress } from './short-address';

/** One link: its address as the heading, its state, and tabs for everything about it. */
@Component({
  selector: 'app-link-page',
  imports: [
    Button,
    CopyButton,
    Empty,
    Failed,
    Icon,
    LinkHealthLine,
    LinkMenu,
    LinkStatusBadge,
    LinkStopped,
    ReportSkeleton,
    RouterLink,
    RouterOutlet,
    ShortAddress,
    Skeleton,
    TabNav,
  ],
  providers: [LinkContext],
  templateUrl: './link-page.html',
  styleUrl: './link-page.css',
})
export class LinkPage {
  /** From the URL. */
  readonly id = input.required<string>();

  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  protected readonly actions = inject(LinkActions);
  protected readonly context = inject(LinkContext);
  /** On a phone the words of the buttons stand alone, so that all of them fit into one row. */
  protected readonly viewport = inject(Viewport);
  private readonly titles = inject(RouteTitles);
  private readonly router = inject(Router);
  protected readonly readable = readable;
  protected readonly readableAddress = readableAddress;
  protected readonly missing = computed(() => isMissing(this.context.resource));
  protected readonly tabs = computed(() => {
    const base = `/links/${this.id()}`;
    return [
      { path: base, label: this.i18n.t('links.tab.analytics'), exact: true },
      { path: `${base}/try`, label: this.i18n.t('links.tab.try') },
      { path: `${base}/addresses`, label: this.i18n.t('links.tab.addresses') },
      { path: `${base}/details`, label: this.i18n.t('links.tab.details') },
      { path: `${base}/history`, label: this.i18n.t('links.tab.history') },
    ];
  });

  constructor() {
    effect(() => this.context.id.set(this.id()));
    // On navigation from one link to another, the focused tab or button may be removed.
    const shown = computed(() => this.context.link()?.id);
    keepFocusFrom('app-link-page', shown);
    // The link shown last, and the number of changes at that time.
    let before = { id: '', changed: 0 };
    effect(() => {
      if (this.missing()) this.titles.set(this.i18n.t('notFound.title'));
    });
    effect(() => {
      const link = this.context.link();
      if (!link) return;
      this.titles.set(link.title ?? link.slug);
      before = { id: link.id, changed: untracked(this.actions.changed) };
    });
    // Deleted from here: open the list, where the toast offers Undo. Back must not return to this page. A URL that
    // never showed a link, or whose link was deleted elsewhere, shows a message instead.
    effect(() => {
      if (!this.missing() || before.id !== this.id() || before.changed === this.actions.changed()) return;
      void this.router.navigateByUrl('/links', { replaceUrl: true });
    });
  }
}
