import { Component } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { RouterTestingHarness } from '@angular/router/testing';
import { TabNav } from './tab-nav';

@Component({ imports: [TabNav], template: '<sp-tab-nav label="Tabs" [tabs]="tabs" />' })
class Page {
  readonly tabs = ['one', 'two', 'three'].map((path) => ({ path: `/${path}`, label: path }));
}

/** Left and right end of the row, and of its three tabs of 50 px. */
function placed(element: Element): { left: number; right: number } {
  if (element.localName !== 'a') return { left: 0, right: 100 };
  const { children, scrollLeft } = element.parentElement as HTMLElement;
  const left = [...children].indexOf(element) * 50 - scrollLeft;
  return { left, right: left + 50 };
}

it('the current tab is scrolled into its row, and the page stays where it is', async () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return placed(this) as DOMRect;
  });
  const moved = vi.fn();
  Element.prototype.scrollIntoView = moved;
  TestBed.configureTestingModule({ providers: [provideRouter([{ path: '**', component: Page }])] });
  const harness = await RouterTestingHarness.create('/three');
  const row = (harness.fixture.nativeElement as HTMLElement).querySelector('nav');
  expect(row?.scrollLeft).toBe(50);
  await harness.navigateByUrl('/two');
  expect(row?.scrollLeft).toBe(50);
  await harness.navigateByUrl('/one');
  expect(row?.scrollLeft).toBe(0);
  expect(moved).not.toHaveBeenCalled();
});
