import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Words } from '../words/index';
import { Calendar } from './calendar';

interface Shown {
  readonly element: HTMLElement;
  readonly picked: { from: string; to: string }[];
  readonly press: (day: string) => void;
}

async function render(inputs: { from?: string; to?: string; max?: string }): Promise<Shown> {
  const fixture = TestBed.createComponent(Calendar);
  fixture.componentRef.setInput('max', inputs.max ?? '2026-11-21');
  fixture.componentRef.setInput('from', inputs.from ?? '');
  fixture.componentRef.setInput('to', inputs.to ?? '');
  const picked: { from: string; to: string }[] = [];
  fixture.componentInstance.picked.subscribe((range) => picked.push(range));
  await fixture.whenStable();
  const element = fixture.nativeElement as HTMLElement;
  const press = (day: string): void => {
    element.querySelector<HTMLElement>(`[data-day="${day}"]`)?.click();
  };
  return { element, picked, press };
}

/** The only day in the tab order (`tabindex="0"`). */
function reachable(element: HTMLElement): HTMLButtonElement | null {
  return element.querySelector<HTMLButtonElement>('[role=gridcell][tabindex="0"]');
}

describe('Calendar', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it('takes the first press as one end', async () => {
    const { picked, press } = await render({});
    press('2026-11-10');
    expect(picked).toEqual([{ from: '2026-11-10', to: '' }]);
  });

  it('puts the two ends in order', async () => {
    const { picked, press } = await render({ from: '2026-11-10' });
    press('2026-11-03');
    expect(picked).toEqual([{ from: '2026-11-03', to: '2026-11-10' }]);
  });

  it('starts a new range after a complete one', async () => {
    const { picked, press } = await render({ from: '2026-11-01', to: '2026-11-05' });
    press('2026-11-08');
    expect(picked).toEqual([{ from: '2026-11-08', to: '' }]);
  });

  it('closes the days after the last', async () => {
    const { element } = await render({ max: '2026-11-21' });
    const tomorrow = element.querySelector<HTMLButtonElement>('[data-day="2026-11-22"]');
    expect(tomorrow?.disabled).toBe(true);
  });

  it.each([
    ['PageDown', '2026-11-21'],
    ['ArrowDown', '2026-11-21'],
    ['ArrowRight', '2026-11-21'],
    ['ArrowLeft', '2026-11-19'],
  ])('keeps the keyboard on days that can be chosen: %s', async (key, at) => {
    const { element } = await render({ from: '2026-11-20', to: '2026-11-20', max: '2026-11-21' });
    reachable(element)?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    await vi.waitFor(() => {
      expect(reachable(element)?.dataset['day']).toBe(at);
    });
    expect(reachable(element)?.disabled).toBe(false);
  });

  it.each([
    ['Home', 'en-GB', '2026-11-04', '2026-11-02'],
    ['Home', 'en-US', '2026-11-04', '2026-11-01'],
    // Into the previous month, and on the last day that can be chosen.
    ['Home', 'en-GB', '2026-11-01', '2026-10-26'],
    ['End', 'en-GB', '2026-11-04', '2026-11-08'],
    ['End', 'en-US', '2026-11-04', '2026-11-07'],
    ['End', 'en-GB', '2026-11-18', '2026-11-21'],
  ])('goes by %s to an end of the week of %s: %s', async (key, locale, from, at) => {
    TestBed.overrideProvider(Words, { useValue: Object.assign(new Words(), { locale: signal(locale) }) });
    const { element } = await render({ from, to: from, max: '2026-11-21' });
    const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    reachable(element)?.dispatchEvent(press);
    await vi.waitFor(() => {
      expect(reachable(element)?.dataset['day']).toBe(at);
    });
    // The page behind does not scroll.
    expect(press.defaultPrevented).toBe(true);
  });

  it('says which day is today', async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12), toFake: ['Date'] });
    const { element } = await render({ max: '2026-11-21' });
    const marked = [...element.querySelectorAll<HTMLElement>('[aria-current=date]')];
    expect(marked.map((day) => day.dataset['day'])).toEqual(['2026-11-21']);
  });

  it('does not turn to a month without a day to choose', async () => {
    const { element } = await render({ from: '2026-10-30', to: '2026-10-31', max: '2026-11-21' });
    const next = element.querySelectorAll<HTMLButtonElement>('.head button')[1];
    expect(next?.getAttribute('aria-disabled')).toBeNull();
    next?.click();
    await vi.waitFor(() => {
      expect(next?.getAttribute('aria-disabled')).toBe('true');
    });
    expect(reachable(element)?.dataset['day']).toBe('2026-11-21');
    next?.click();
    expect(reachable(element)?.dataset['day']).toBe('2026-11-21');
  });

  it.each([
    ['de-DE', '2026-10-26', 'Mo'],
    ['en-GB', '2026-10-26', 'Mon'],
    ['en-US', '2026-11-01', 'Sun'],
    ['ar-EG', '2026-10-31', 'السبت'],
  ])('starts weeks as %s does', async (locale, day, name) => {
    TestBed.overrideProvider(Words, { useValue: Object.assign(new Words(), { locale: signal(locale) }) });
    const { element } = await render({ max: '2026-11-21' });
    // 1 November 2026 is a Sunday.
    expect(element.querySelector<HTMLElement>('[data-day]')?.dataset['day']).toBe(day);
    expect(element.querySelector('[role=columnheader]')?.textContent).toBe(name);
  });

  it('starts weeks on Monday where the browser does not know better', async () => {
    vi.spyOn(Intl, 'Locale').mockImplementation(function () {
      return {} as Intl.Locale;
    });
    const { element } = await render({ max: '2026-11-21' });
    expect(element.querySelector<HTMLElement>('[data-day]')?.dataset['day']).toBe('2026-10-26');
  });
});
