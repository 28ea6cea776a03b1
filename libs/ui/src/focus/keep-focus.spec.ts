import { Component, signal } from '@angular/core';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import { keepFocusInRows } from './keep-focus';

@Component({
  template: `<main>
    <h1>Links</h1>
    <ul>
      @for (name of names(); track name) {
        <li><button>Copy</button><button [attr.aria-label]="'Delete ' + name">×</button></li>
      }
    </ul>
  </main>`,
})
class List {
  readonly names = signal(['a', 'b', 'c']);

  constructor() {
    keepFocusInRows('li', 'button', this.names);
  }
}

describe('the focus in rows', () => {
  let fixture: ComponentFixture<List>;
  const deleteOf = (name: string): HTMLElement | null =>
    (fixture.nativeElement as HTMLElement).querySelector(`[aria-label="Delete ${name}"]`);
  const at = (): string | null =>
    document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? null;
  const show = async (...names: string[]): Promise<void> => {
    fixture.componentInstance.names.set(names);
    fixture.detectChanges();
    await new Promise((resolve) => setTimeout(resolve));
  };

  beforeEach(() => {
    fixture = TestBed.createComponent(List);
    fixture.detectChanges();
    deleteOf('b')?.focus();
  });

  it.each([
    ['the row that took its place', ['a', 'c'], 'Delete c'],
    ['the one before, where it was the last', ['a'], 'Delete a'],
    ['the heading, where none is left', [], 'Links'],
  ])('moves from a row that is removed to %s', async (_, names, place) => {
    await show(...names);
    expect(at()).toBe(place);
  });

  it.each([
    ['another row', ['a', 'c']],
    ['the heading', []],
  ])('returns from %s to a row that comes back, as when deleting it failed', async (_, names) => {
    await show(...names);
    await show('a', 'b', 'c');
    expect(at()).toBe('Delete b');
  });

  it('stays where the user has moved it meanwhile', async () => {
    await show('a', 'c');
    deleteOf('a')?.focus();
    await show('a', 'b', 'c');
    expect(at()).toBe('Delete a');
  });

  it('stays once a key has been pressed, as the one that undoes the removal', async () => {
    await show('a', 'c');
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'z' }));
    await show('a', 'b', 'c');
    expect(at()).toBe('Delete c');
  });

  it('stays once the list has been read without the row', async () => {
    await show('a', 'c');
    await show('a', 'c', 'd');
    await show('a', 'b', 'c', 'd');
    expect(at()).toBe('Delete c');
  });
});
