import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import { FormModel } from '@signpost/ui/forms';
import { keysForWords } from '../../../platform/words/i18n.fixtures';
import { EMPTY_LINK_FORM } from './link-form';
import { SlugField } from './slug-field';

describe('SlugField', () => {
  let fixture: ComponentFixture<SlugField>;
  let isFree: boolean;
  const form = new FormModel({ ...EMPTY_LINK_FORM });

  beforeEach(() => {
    vi.useFakeTimers();
    isFree = true;
    TestBed.configureTestingModule({
      providers: [provideHttpClient(), provideHttpClientTesting(), keysForWords()],
    });
    form.reset({ ...EMPTY_LINK_FORM });
    fixture = TestBed.createComponent(SlugField);
    fixture.componentRef.setInput('form', form);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function shown(): Promise<string> {
    const settle = async (): Promise<void> => {
      fixture.detectChanges();
      await vi.advanceTimersByTimeAsync(1_000);
      fixture.detectChanges();
    };
    await settle();
    for (const asked of TestBed.inject(HttpTestingController).match(({ url }) => url.endsWith('slug-available'))) {
      const slug = asked.request.params.get('slug');
      asked.flush(isFree ? { slug, available: true } : { slug, available: false, reason: 'taken' });
    }
    await settle();
    return (fixture.nativeElement as HTMLElement).textContent;
  }
  const takeSlug = (): string | null | undefined =>
    fixture.debugElement.query(({ name }) => name === 'app-slug-holder').componentInstance.slug();

  it('asks who has an address that is taken', async () => {
    isFree = false;
    form.f.slug.set('Wanted');
    expect(await shown()).toContain('links.slug.taken');
    expect(takeSlug()).toBe('Wanted');
  });

  it('gives no hint beside an error', async () => {
    expect(await shown()).toContain('links.slug.hint');
    form.f.slug.set('-wrong');
    expect(await shown()).toContain('links.slug.invalid');
    expect(await shown()).not.toContain('links.slug.hint');
  });

  it('offers what was typed as an address can say it', async () => {
    form.f.slug.set('Spring Sale');
    expect(await shown()).toContain('links.slug.use');
    (fixture.nativeElement as HTMLElement).querySelector<HTMLElement>('button.proposal')?.click();
    expect([(await shown()).includes('links.slug.free'), form.f.slug()]).toEqual([true, 'spring-sale']);
    // The pressed button is gone.
    expect(document.activeElement).toBe((fixture.nativeElement as HTMLElement).querySelector('input'));
  });

  it('asks too when an address that was free is refused', async () => {
    form.f.slug.set('wanted');
    expect(await shown()).toContain('links.slug.free');
    expect(takeSlug()).toBeNull();
    isFree = false;
    form.fail({ slug: 'Taken.' });
    expect(await shown()).toContain('Taken.');
    expect(takeSlug()).toBe('wanted');
  });
});
