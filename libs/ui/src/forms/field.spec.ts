import { Component, signal, viewChild } from '@angular/core';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import { Field, Input } from './field';

@Component({
  imports: [Field, Input],
  template: `<sp-field label="Expires" [error]="error()">
    <input spInput type="datetime-local" [(value)]="value" />
  </sp-field>`,
})
class Screen {
  readonly value = signal('');
  readonly error = signal<string | null>(null);
  readonly input = viewChild.required(Input);
}

interface Shown {
  readonly screen: Screen;
  readonly box: HTMLInputElement;
  readonly fixture: ComponentFixture<Screen>;
  /** What the page says about the control. */
  readonly said: () => string | undefined;
  /** The control as a browser has it with half a date in it: without a value, and with these texts written to it. */
  readonly half: () => string[];
}

async function show(value = ''): Promise<Shown> {
  const fixture = TestBed.createComponent(Screen);
  fixture.componentInstance.value.set(value);
  await fixture.whenStable();
  const page = fixture.nativeElement as HTMLElement;
  const box = page.querySelector('input');
  if (!box) throw new Error('no input');
  const half = (): string[] => {
    const written: string[] = [];
    Object.defineProperty(box, 'validity', { configurable: true, value: { badInput: true } });
    Object.defineProperty(box, 'value', {
      configurable: true,
      get: () => '',
      set: (text: string) => void written.push(text),
    });
    return written;
  };
  const said = (): string | undefined =>
    document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent.trim();
  document.body.append(page);
  return { screen: fixture.componentInstance, box, fixture, said, half };
}

describe('Input', () => {
  it('shows what its signal is set to', async () => {
    const { screen, box, fixture } = await show('2026-11-21T09:30');
    expect(box.value).toBe('2026-11-21T09:30');
    screen.value.set('');
    await fixture.whenStable();
    expect(box.value).toBe('');
  });

  it('never empties a date of which one part was deleted', async () => {
    const { screen, box, fixture, half } = await show('2026-11-21T09:30');
    const written = half();
    box.dispatchEvent(new Event('input'));
    await fixture.whenStable();
    expect(screen.value()).toBe('');
    expect(written).toEqual([]);
  });

  it('says of half a date what is missing, when asked or left, until it is whole', async () => {
    const { screen, box, fixture, said, half } = await show();
    half();
    expect(screen.input().isComplete()).toBe(false);
    await fixture.whenStable();
    expect(box.getAttribute('aria-invalid')).toBe('true');
    expect(said()).toBe('ui.enterDateTime');

    Object.defineProperty(box, 'validity', { configurable: true, value: { badInput: false } });
    box.dispatchEvent(new Event('keyup'));
    await fixture.whenStable();
    expect(box.hasAttribute('aria-invalid')).toBe(false);

    half();
    box.dispatchEvent(new Event('blur'));
    await fixture.whenStable();
    expect(said()).toBe('ui.enterDateTime');
  });

  it('says nothing while somebody is still filling in the parts', async () => {
    const { box, fixture, half } = await show();
    half();
    box.dispatchEvent(new Event('keyup'));
    await fixture.whenStable();
    expect(box.hasAttribute('aria-invalid')).toBe(false);
  });

  it('ties the error of the form to the control', async () => {
    const { screen, box, fixture, said } = await show();
    screen.error.set('This lies in the past.');
    await fixture.whenStable();
    expect(box.getAttribute('aria-invalid')).toBe('true');
    expect(said()).toBe('This lies in the past.');
  });
});
