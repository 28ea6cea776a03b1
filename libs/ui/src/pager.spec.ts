import { ComponentFixture, TestBed } from '@angular/core/testing';
import { Pager } from './pager';

async function show(page: number, total: number): Promise<{ element: HTMLElement; fixture: ComponentFixture<Pager> }> {
  const fixture = TestBed.createComponent(Pager);
  for (const [name, value] of Object.entries({ page, perPage: 20, total })) fixture.componentRef.setInput(name, value);
  const element = fixture.nativeElement as HTMLElement;
  document.body.append(element);
  await fixture.whenStable();
  return { element, fixture };
}

function button(element: HTMLElement, label: string): HTMLButtonElement {
  const found = element.querySelector<HTMLButtonElement>(`[aria-label="ui.pager.${label}"]`);
  if (!found) throw new Error(`no button ${label}`);
  return found;
}

describe('Pager', () => {
  it.each([
    ['the last page', 1, 2, 40, 'next', 'previous'],
    ['the first page', 2, 1, 40, 'previous', 'next'],
    ['the last of many', 1, 5, 100, 'last', 'previous'],
    ['the first of many', 5, 1, 100, 'first', 'next'],
  ])('keeps the place of the keyboard on %s', async (_, from, to, total, pressed, other) => {
    const { element, fixture } = await show(from, total);
    button(element, pressed).focus();
    fixture.componentRef.setInput('page', to);
    await fixture.whenStable();
    await new Promise((resolve) => setTimeout(resolve));
    expect(document.activeElement).toBe(button(element, other));
  });

  it('leaves the focus where its button stays enabled', async () => {
    const { element, fixture } = await show(1, 100);
    button(element, 'next').focus();
    fixture.componentRef.setInput('page', 2);
    await fixture.whenStable();
    await new Promise((resolve) => setTimeout(resolve));
    expect(document.activeElement).toBe(button(element, 'next'));
  });

  it('shows the visible range, and announces it only when the page was turned with this pager', async () => {
    const { element, fixture } = await show(1, 40);
    const shown = element.querySelector('.num');
    const status = element.querySelector('[role=status]');
    expect(shown?.textContent).toBe('ui.pager.range 1 20 40');
    expect(status?.textContent).toBe('');
    button(element, 'next').focus();
    fixture.componentRef.setInput('page', 2);
    await fixture.whenStable();
    expect(shown?.textContent).toBe('ui.pager.range 21 40 40');
    expect(status?.textContent).toBe('ui.pager.range 21 40 40');
    fixture.componentRef.setInput('total', 39);
    await fixture.whenStable();
    expect(status?.textContent).toBe('');
  });
});
