import { TestBed } from '@angular/core/testing';
import { BarList } from './bar-list';

describe('BarList', () => {
  it('shows a long name whole, not to a mouse alone', async () => {
    const fixture = TestBed.createComponent(BarList);
    fixture.componentRef.setInput('label', 'Referrers');
    fixture.componentRef.setInput('bars', [{ label: `news.${'long'.repeat(20)}.example`, count: 3 }]);
    await fixture.whenStable();
    const label = (fixture.nativeElement as HTMLElement).querySelector('.label');
    expect([label?.classList.contains('truncate'), label?.hasAttribute('title')]).toEqual([false, false]);
  });
});
