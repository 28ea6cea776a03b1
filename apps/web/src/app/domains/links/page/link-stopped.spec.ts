import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { Link, Workspace } from '@signpost/contracts';
import { aLink } from '../../../platform/link.fixtures';
import { SessionStore } from '../../../platform/session';
import { I18n } from '../../../platform/words/i18n';
import { LinkActions } from './link-actions';
import { LinkStopped } from './link-stopped';

const words = {
  t: (key: string, { time, address }: Record<string, string> = {}) => [key, time, address].filter(Boolean).join(' '),
  moment: (value: string) => value,
  number: String,
};

/** What the page of such a link says to an owner of a workspace with this destination for expired links. */
function reasonOf(over: Partial<Link>, expirationDestination: string | null = null): string {
  const workspace = { expirationDestination } as Workspace;
  TestBed.configureTestingModule({
    providers: [
      provideRouter([]),
      { provide: I18n, useValue: words },
      { provide: LinkActions, useValue: {} },
      { provide: SessionStore, useValue: { can: () => true, workspace: () => workspace } },
    ],
  });
  const line = TestBed.createComponent(LinkStopped);
  line.componentRef.setInput('link', aLink('spring', over));
  line.detectChanges();
  return ((line.nativeElement as HTMLElement).textContent ?? '').replace(/\s+/g, ' ').trim();
}

const AT = '2026-11-21T00:00:00.000Z';

it.each<[string, Partial<Link>, string]>([
  ['runs', {}, ''],
  ['is paused', { status: 'disabled' }, 'link.stopped.disabled link.stopped.pagelinks.action.resume'],
  [
    'has expired',
    { status: 'expired', expiresAt: AT },
    `link.stopped.expired ${AT} link.stopped.pagelink.stopped.change`,
  ],
  [
    'is used up and has a fallback',
    { status: 'limit_reached', maximumVisits: 5, limitDestination: 'https://full.example/' },
    'link.stopped.limit_reached link.stopped.fallback full.examplelink.stopped.change',
  ],
  [
    'was stopped as harmful',
    { status: 'quarantined' },
    'link.stopped.quarantined link.stopped.warninglink.stopped.reports',
  ],
])('a link that %s says why, what visitors get and what helps', (_, over, text) => {
  expect(reasonOf(over)).toBe(text);
});

it('names the address of the workspace for expired links', () => {
  expect(reasonOf({ status: 'expired', expiresAt: AT }, 'https://over.example/')).toContain('fallback over.example');
});
