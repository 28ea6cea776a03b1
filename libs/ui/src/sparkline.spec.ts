import { TestBed } from '@angular/core/testing';
import { Sparkline } from './sparkline';

async function sparkline(inputs: Record<string, unknown>): Promise<HTMLElement> {
  const fixture = TestBed.createComponent(Sparkline);
  for (const [name, value] of Object.entries(inputs)) fixture.componentRef.setInput(name, value);
  await fixture.whenStable();
  return fixture.nativeElement as HTMLElement;
}

it('draws counts between the ground and the largest, and says what they are', async () => {
  const element = await sparkline({ counts: [0, 4, 2], label: '6 clicks' });
  expect(element.querySelector('polyline')?.getAttribute('points')).toBe('0,19 50,1 100,10');
  expect([element.textContent.trim(), element.title, element.className]).toEqual(['6 clicks', '6 clicks', '']);
});

it.each([
  [{ counts: [0, 0] }, ['svg'], 'flat'],
  [{ counts: undefined, isLoading: true }, ['span'], 'flat'],
  [{ counts: undefined }, [], 'flat'],
])('%j', async (inputs, parts, look) => {
  const element = await sparkline(inputs);
  expect([...element.children].map(({ localName }) => localName)).toEqual(parts);
  expect(element.className).toBe(look);
});
