import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { LIMITS, type Attention, type Link } from '@signpost/contracts';
import { I18n } from '../../platform/i18n';
import { AttentionLists } from './attention-lists';

describe('the links that want a look', () => {
  const NONE: Attention = { stopped: [], nearLimit: [], expiringSoon: [], needsReview: [] };

  function links(count: number): Link[] {
    return Array.from({ length: count }, (_, i) => ({ id: String(i), slug: `link-${i}`, status: 'disabled' }) as Link);
  }

  /** Where the lists lead to besides the links themselves. */
  function wholesOf(attention: Partial<Attention>): (string | null)[] {
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        { provide: I18n, useValue: { t: (key: string) => key, tn: (key: string) => key } },
      ],
    });
    const fixture = TestBed.createComponent(AttentionLists);
    fixture.componentRef.setInput('attention', { ...NONE, ...attention });
    fixture.detectChanges();
    const ways = (fixture.nativeElement as HTMLElement).querySelectorAll('.wholes a');
    return [...ways].map((way) => way.getAttribute('href'));
  }

  it.each([
    ['stopped', ['/links?status=disabled', '/links?status=expired', '/links?status=limit_reached']],
    ['needsReview', ['/links?needsReview=true']],
  ])('leads on to the whole of %s where no more are sent', (reason, ways) => {
    expect(wholesOf({ [reason]: links(LIMITS.attentionItems) })).toEqual(ways);
  });

  it('leads nowhere else where the links are all there are', () => {
    expect(wholesOf({ stopped: links(LIMITS.attentionItems - 1) })).toEqual([]);
  });
});
