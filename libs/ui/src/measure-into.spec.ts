import { Component } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { measureInto } from './measure-into';

@Component({ template: '' })
class Bar {
  constructor() {
    measureInto('--bar');
  }
}

it('of several hosts at one edge the highest counts, until it is destroyed', () => {
  const measure: (() => void)[] = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = (): void => undefined;
      disconnect = (): void => undefined;
      constructor(resized: () => void) {
        measure.push(resized);
      }
    },
  );
  const height = (): string => document.documentElement.style.getPropertyValue('--bar');
  const bars = [20, 50].map((offsetHeight) => {
    const fixture = TestBed.createComponent(Bar);
    Object.defineProperty(fixture.nativeElement, 'offsetHeight', { value: offsetHeight });
    return fixture;
  });
  measure[0]?.();
  expect(height()).toBe('50px');
  bars[1]?.destroy();
  expect(height()).toBe('20px');
  bars[0]?.destroy();
  expect(height()).toBe('0px');
  vi.unstubAllGlobals();
});
