import { TestBed } from '@angular/core/testing';
import { Stat } from './stat';

it('says what a number means below it when asked, and takes it back', async () => {
  const fixture = TestBed.createComponent(Stat);
  fixture.componentRef.setInput('label', 'Clicks');
  fixture.componentRef.setInput('value', 12);
  fixture.componentRef.setInput('definition', 'Visits of people');
  await fixture.whenStable();
  const element = fixture.nativeElement as HTMLElement;
  const button = element.querySelector('button');
  expect(button).not.toBeNull();
  const state = () => {
    const explanation = element.querySelector<HTMLElement>(`#${button?.getAttribute('aria-controls') ?? ''}`);
    return [button?.getAttribute('aria-expanded'), explanation?.textContent, explanation?.hidden];
  };
  expect(state()).toEqual(['false', 'Visits of people', true]);
  button?.click();
  await fixture.whenStable();
  expect(state()).toEqual(['true', 'Visits of people', false]);
  button?.click();
  await fixture.whenStable();
  expect(state()).toEqual(['false', 'Visits of people', true]);
});

it('styles increase and decrease alike: which one is better depends on what is counted', async () => {
  const styles = [];
  for (const change of [44.4, -0.8]) {
    const fixture = TestBed.createComponent(Stat);
    fixture.componentRef.setInput('label', 'Blocked visits');
    fixture.componentRef.setInput('value', 13);
    fixture.componentRef.setInput('change', change);
    await fixture.whenStable();
    styles.push((fixture.nativeElement as HTMLElement).querySelector('.change')?.className);
  }
  expect(styles).toEqual(['change', 'change']);
});
