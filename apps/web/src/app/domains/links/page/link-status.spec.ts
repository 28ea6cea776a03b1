import { TestBed } from '@angular/core/testing';
import { Badge } from '@signpost/ui';
import { I18n } from '../../../platform/words/i18n';
import { keysForWords } from '../../../platform/words/i18n.fixtures';
import { LinkStatusBadge } from './link-status';

/** The icon path that a badge shows. */
function outline(element: unknown): string | null | undefined {
  return (element as HTMLElement).querySelector('sp-icon path')?.getAttribute('d');
}

it('has another icon for an active link than for completed states', () => {
  TestBed.configureTestingModule({ providers: [keysForWords()] });
  const link = TestBed.createComponent(LinkStatusBadge);
  link.componentRef.setInput('link', { status: 'active', archived: false });
  link.detectChanges();
  const other = TestBed.createComponent(Badge);
  other.componentRef.setInput('tone', 'go');
  other.detectChanges();
  expect(outline(link.nativeElement)).toBeTruthy();
  expect(outline(other.nativeElement)).toBeTruthy();
  expect(outline(link.nativeElement)).not.toBe(outline(other.nativeElement));
});

it.each([
  ['broken', 2],
  ['unknown', 1],
])('has a word about a destination only where it is broken: %s', (state, badges) => {
  const texts = { t: (key: string) => key, known: (key: string) => key };
  TestBed.configureTestingModule({ providers: [{ provide: I18n, useValue: texts }] });
  const link = TestBed.createComponent(LinkStatusBadge);
  link.componentRef.setInput('link', { status: 'active', archived: false, health: { state, reason: 'gone' } });
  link.detectChanges();
  expect((link.nativeElement as HTMLElement).querySelectorAll('sp-badge')).toHaveLength(badges);
});

it.each([
  ['active', true, []],
  ['disabled', true, ['links.status.disabled']],
  ['active', false, ['links.status.active']],
])('a link that is %s, one of many: %s, has the badges %j, and its state in words', (status, isOneOfMany, badges) => {
  TestBed.configureTestingModule({ providers: [keysForWords()] });
  const link = TestBed.createComponent(LinkStatusBadge);
  link.componentRef.setInput('link', { status, archived: false });
  link.componentRef.setInput('isOneOfMany', isOneOfMany);
  link.detectChanges();
  const element = link.nativeElement as HTMLElement;
  expect([...element.querySelectorAll('sp-badge')].map((badge) => badge.textContent.trim())).toEqual(badges);
  expect(element.textContent).toContain(`links.status.${status}`);
});
