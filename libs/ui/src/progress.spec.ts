import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Progress } from './progress';
import { Words } from './words/index';

it.each([
  ['en', 1, 2, '50%'],
  ['de', 1, 2, '50\u00a0%'],
  ['en', 1, 3, '33%'],
  ['en', 0, 0, '0%'],
])('writes in %s how far %i of %i is as %s', async (locale, value, max, text) => {
  TestBed.configureTestingModule({ providers: [{ provide: Words, useValue: { locale: signal(locale) } }] });
  const fixture = TestBed.createComponent(Progress);
  fixture.componentRef.setInput('value', value);
  fixture.componentRef.setInput('max', max);
  fixture.componentRef.setInput('label', 'Import');
  await fixture.whenStable();
  expect((fixture.nativeElement as HTMLElement).textContent).toBe(text);
});
