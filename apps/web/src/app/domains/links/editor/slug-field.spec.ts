import { provideHttpClient } from '@angular/common/http';
import { provideHttpClientTesting } from '@angular/common/http/testing';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import type { SlugAvailability } from '@signpost/contracts';
import { FormModel } from '@signpost/ui/forms';
import { NEVER, Observable, of } from 'rxjs';
import { keysForWords } from '../../../platform/words/i18n.fixtures';
import { EMPTY_LINK_FORM } from './link-form';
import { LinksApi } from '../links-api';
import { SlugField } from './slug-field';

describe('SlugField', () => {
  let fixture: ComponentFixture<SlugField>;
  let isFree: boolean;
  const form = new FormModel({ ...EMPTY_LINK_FORM });

  beforeEach(() => {
    vi.useFakeTimers();
    isFree = true;
    const slugAvailable = (slug: string): Observable<SlugAvailability> =>
      of(isFree ? { slug, available: true } : { slug, available: false, reason: 'taken' });
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        { provide: LinksApi, useValue: { slugAvailable, find: () => NEVER } },
        keysForWords(),
      ],
    });
    form.reset({ ...EMPTY_LINK_FORM });
    fixture = TestBed.createComponent(SlugField);
    fixture.componentRef.setInput('form', form);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function shown(): string {
    fixture.detectChanges();
    vi.advanceTimersByTime(1_000);
    fixture.detectChanges();
    return (fixture.nativeElement as HTMLElement).textContent;
  }
  const takeSlug = (): string | null | undefined =>
    fixture.debugElement.query(({ name }) => name === 'app-slug-holder').componentInstance.slug();

  it('asks who has an address that is taken', () => {
    isFree = false;
    form.f.slug.set('Wanted');
    expect(shown()).toContain('links.slug.taken');
    expect(takeSlug()).toBe('Wanted');
  });

  it('gives no hint beside an error', () => {
    expect(shown()).toContain('links.slug.hint');
    form.f.slug.set('-wrong');
    expect(shown()).toContain('links.slug.invalid');
    expect(shown()).not.toContain('links.slug.hint');
  });

  it('offers what was typed as an address can say it', () => {
    form.f.slug.set('Spring Sale');
    expect(shown()).toContain('links.slug.use');
    (fixture.nativeElement as HTMLElement).querySelector<HTMLElement>('button.proposal')?.click();
    expect([shown().includes('links.slug.free'), form.f.slug()]).toEqual([true, 'spring-sale']);
    // The pressed button is gone.
    expect(document.activeElement).toBe((fixture.nativeElement as HTMLElement).querySelector('input'));
  });

  it('asks too when an address that was free is refused', () => {
    form.f.slug.set('wanted');
    expect(shown()).toContain('links.slug.free');
    expect(takeSlug()).toBeNull();
    isFree = false;
    form.fail({ slug: 'Taken.' });
    expect(shown()).toContain('Taken.');
    expect(takeSlug()).toBe('wanted');
  });
});
