import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { LIMITS, type AbuseReport, type Attention, type Link } from '@signpost/contracts';
import { keysForWords } from '../../platform/words/i18n.fixtures';
import { AttentionLists } from './attention-lists';

describe('the links that want a look', () => {
  const NONE: Attention = { broken: [], stopped: [], nearLimit: [], expiringSoon: [], needsReview: [] };

  function links(count: number): Link[] {
    return Array.from({ length: count }, (_, i) => ({ id: String(i), slug: `link-${i}`, status: 'disabled' }) as Link);
  }

  function draw(attention: Partial<Attention>, reports: readonly AbuseReport[] = []): HTMLElement {
    TestBed.configureTestingModule({
      providers: [provideRouter([]), keysForWords({ tn: (key: string) => key, relative: () => '' })],
    });
    const fixture = TestBed.createComponent(AttentionLists);
    fixture.componentRef.setInput('attention', { ...NONE, ...attention });
    fixture.componentRef.setInput('reports', reports);
    fixture.detectChanges();
    return fixture.nativeElement as HTMLElement;
  }

  /** The destinations of the "show all" links. */
  function wholesOf(attention: Partial<Attention>): (string | null)[] {
    return [...draw(attention).querySelectorAll('.wholes a')].map((way) => way.getAttribute('href'));
  }

  it.each([
    ['stopped', ['/links?status=disabled', '/links?status=expired', '/links?status=limit_reached']],
    ['needsReview', ['/links?needsReview=true']],
    ['broken', ['/links?health=broken']],
  ])('leads on to the whole of %s where no more are sent', (reason, ways) => {
    expect(wholesOf({ [reason]: links(LIMITS.attentionItems) })).toEqual(ways);
  });

  it('leads nowhere else where the links are all there are', () => {
    expect(wholesOf({ stopped: links(LIMITS.attentionItems - 1) })).toEqual([]);
  });

  it('names each link once, under the gravest of its reasons', () => {
    const [both, other] = links(2) as [Link, Link];
    const drawn = draw({ stopped: [both], needsReview: [both, other] });
    const rows = [...drawn.querySelectorAll('section')].map((section) => [
      section.className,
      ...[...section.querySelectorAll('.slug')].map((slug) => slug.textContent),
    ]);
    expect(rows).toEqual([
      ['stopped', both.slug],
      ['needsReview', other.slug],
    ]);
  });

  it('still leads to all links to review where each that was sent stands under another reason', () => {
    const many = links(LIMITS.attentionItems);
    expect(wholesOf({ stopped: many, needsReview: many })).toContain('/links?needsReview=true');
  });

  it('calls a link by its title too', () => {
    const drawn = draw({ stopped: [{ ...links(1)[0], title: 'Spring sale' } as Link] });
    expect(drawn.querySelector('li .title')?.textContent).toBe('Spring sale');
  });

  it('leads from open reports to where they are answered, before everything else', () => {
    const report = { reason: 'Asks for my bank', createdAt: '2026-11-27T08:00:00Z', link: { id: 'a', slug: 'sale' } };
    const reports = Array.from({ length: 5 }, (_, i) => ({ ...report, id: String(i) }) as AbuseReport);
    const alone = draw({}, reports.slice(0, 1));
    expect(alone.querySelector('.fine')).toBeNull();
    TestBed.resetTestingModule();
    const drawn = draw({ broken: links(1) }, reports);
    expect([...drawn.querySelectorAll('section')].map(({ className }) => className)).toEqual(['reported', 'broken']);
    const ways = [...drawn.querySelectorAll('.reported a')];
    expect(ways.map((way) => way.getAttribute('href'))).toEqual(Array(5).fill('/workspace/reports'));
    expect(ways.at(-1)?.textContent).toBe('overview.attention.allReported');
  });
});
