import { TestBed } from '@angular/core/testing';
import { ListEnd } from './list-end';
import { keysForWords } from './words/i18n.fixtures';

it.each([
  ['the most but one', 4, ''],
  ['the most', 5, 'tags.end 5'],
])('says where a list ends only where it may have been cut off: %s', async (_, count, text) => {
  TestBed.configureTestingModule({
    providers: [keysForWords({ t: (key: string, { count = '' } = {}) => `${key} ${count}` })],
  });
  const fixture = TestBed.createComponent(ListEnd);
  fixture.componentRef.setInput('count', count);
  fixture.componentRef.setInput('most', 5);
  fixture.componentRef.setInput('text', 'tags.end');
  await fixture.whenStable();
  expect((fixture.nativeElement as HTMLElement).textContent).toBe(text);
});
