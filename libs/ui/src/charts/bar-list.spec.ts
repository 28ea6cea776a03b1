import { TestBed } from '@angular/core/testing';
import { BarList } from './bar-list';

describe('BarList', () => {
  it('shows a long name in full, not only on hover', async () => {
    const fixture = TestBed.createComponent(BarList);
    fixture.componentRef.setInput('label', 'Referrers');
    fixture.componentRef.setInput('bars', [{ label: `news.${'long'.repeat(20)}.example`, count: 3 }]);
    await fixture.whenStable();
    const label = (fixture.nativeElement as HTMLElement).querySelector('.label');
    expect([label?.classList.contains('truncate'), label?.hasAttribute('title')]).toEqual([false, false]);
  });

  it('has buttons for the rows that can be pressed, and says which are', async () => {
    const fixture = TestBed.createComponent(BarList);
    const pressed: string[] = [];
    fixture.componentRef.setInput('label', 'Countries');
    fixture.componentRef.setInput('bars', [
      { label: 'Germany', count: 3, key: 'DE', isChosen: true },
      { label: 'France', count: 2, key: 'FR' },
      { label: 'Other', count: 1, key: null },
    ]);
    fixture.componentInstance.pressed.subscribe((key) => pressed.push(key));
    await fixture.whenStable();
    const buttons = [...(fixture.nativeElement as HTMLElement).querySelectorAll('button')];
    expect(buttons.map((one) => [one.textContent.trim(), one.getAttribute('aria-pressed')])).toEqual([
      ['Germany', 'true'],
      ['France', 'false'],
    ]);
    buttons[1]?.click();
    expect(pressed).toEqual(['FR']);
  });

  it('names the button for the other rows by the list, of which a page has several', async () => {
    const fixture = TestBed.createComponent(BarList);
    fixture.componentRef.setInput('label', 'Countries');
    const bars = Array.from({ length: 9 }, (_, n) => ({ label: String(n), count: 9 - n }));
    fixture.componentRef.setInput('bars', bars);
    await fixture.whenStable();
    const button = (fixture.nativeElement as HTMLElement).querySelector('button')!;
    const name = (): string => button.textContent.replace(/\s+/g, ' ').trim();
    expect(name()).toBe('ui.bars.more 9: Countries');
    button.click();
    await fixture.whenStable();
    expect(name()).toBe('ui.bars.less: Countries');
  });
});
