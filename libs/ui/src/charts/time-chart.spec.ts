import { TestBed } from '@angular/core/testing';
import { TimeChart } from './time-chart';

/** Never intersects, so that the chart library is not loaded. */
class Blind {
  observe(): void {}
  disconnect(): void {}
}

describe('TimeChart', () => {
  beforeEach(() => {
    vi.stubGlobal('IntersectionObserver', Blind);
    vi.stubGlobal('ResizeObserver', Blind);
    vi.stubGlobal('matchMedia', () => new EventTarget());
  });

  afterEach(() => vi.unstubAllGlobals());

  it('says in its table which day each count is compared with', async () => {
    const fixture = TestBed.createComponent(TimeChart);
    const inputs = {
      label: 'Clicks',
      series: [
        { bucket: '2026-11-18', count: 140 },
        { bucket: '2026-11-19', count: 90 },
      ],
      previous: [{ bucket: '2026-11-11', count: 132 }],
    };
    for (const [name, value] of Object.entries(inputs)) fixture.componentRef.setInput(name, value);
    await fixture.whenStable();
    const element = fixture.nativeElement as HTMLElement;
    element.querySelector('button')?.click();
    await fixture.whenStable();
    const rows = [...element.querySelectorAll('tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent.trim().replaceAll(/\s+/g, ' ')),
    );
    expect(rows).toEqual([
      ['Nov 18, 2026', '140', 'Nov 11, 2026 132'],
      ['Nov 19, 2026', '90', '–'],
    ]);
  });
});
