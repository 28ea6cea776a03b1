import { Component, Directive, signal, viewChild } from '@angular/core';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import { Words } from '../words/index';
import { Field, Input, InputValidator } from './field';

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

@Component({
  imports: [Field, Input],
  template: `<form (submit)="sent.push(value())">
    <sp-field label="Name"><input spInput [(value)]="value" /></sp-field>
  </form>`,
})
class Form {
  readonly value = signal('');
  readonly sent: string[] = [];
}

interface Shown {
  readonly screen: Screen;
  readonly box: HTMLInputElement;
  readonly fixture: ComponentFixture<Screen>;
  /** Text that the page shows about the control. */
  readonly announcement: () => string | undefined;
  /** Puts the control into the state of a browser with a partial date: no value; returns the values written to it. */
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
  const announcement = (): string | undefined =>
    document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent.trim();
  document.body.append(page);
  return { screen: fixture.componentInstance, box, fixture, announcement, half };
}

describe('Input', () => {
  it('shows what its signal is set to', async () => {
    const { screen, box, fixture } = await show('2026-11-21T09:30');
    expect(box.value).toBe('2026-11-21T09:30');
    screen.value.set('');
    await fixture.whenStable();
    expect(box.value).toBe('');
  });

  it('has in its signal what is there when its form is sent, also what was filled in without an event', async () => {
    const fixture = TestBed.createComponent(Form);
    await fixture.whenStable();
    const page = fixture.nativeElement as HTMLElement;
    document.body.append(page);
    const box = page.querySelector('input');
    if (!box) throw new Error('no input');
    box.value = 'Ann';
    box.form?.dispatchEvent(new Event('submit', { cancelable: true }));
    expect(fixture.componentInstance.sent).toEqual(['Ann']);
  });

  it('never empties a date of which one part was deleted', async () => {
    const { screen, box, fixture, half } = await show('2026-11-21T09:30');
    const written = half();
    box.dispatchEvent(new Event('input'));
    await fixture.whenStable();
    expect(screen.value()).toBe('');
    expect(written).toEqual([]);
  });

  it('says what a partial date lacks, when checked or left, until it is complete', async () => {
    const { screen, box, fixture, announcement, half } = await show();
    half();
    expect(screen.input().isComplete()).toBe(false);
    await fixture.whenStable();
    expect(box.getAttribute('aria-invalid')).toBe('true');
    expect(announcement()).toBe('ui.enterDateTime');

    Object.defineProperty(box, 'validity', { configurable: true, value: { badInput: false } });
    box.dispatchEvent(new Event('keyup'));
    await fixture.whenStable();
    expect(box.hasAttribute('aria-invalid')).toBe(false);

    half();
    box.dispatchEvent(new Event('blur'));
    await fixture.whenStable();
    expect(announcement()).toBe('ui.enterDateTime');
  });

  it('says nothing while the parts are being filled in', async () => {
    const { box, fixture, half } = await show();
    half();
    box.dispatchEvent(new Event('keyup'));
    await fixture.whenStable();
    expect(box.hasAttribute('aria-invalid')).toBe(false);
  });

  it('says which moment a non-existing local time is taken as', async () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    // Formats are cached with the time zone they were created in: no other test has used this locale.
    TestBed.overrideProvider(Words, { useValue: Object.assign(new Words(), { locale: signal('en-NZ') }) });
    const { screen, fixture, announcement } = await show('2027-03-28T02:30');
    expect(announcement()).toBe('ui.skippedTime 3:30 am');
    screen.value.set('2027-03-28T04:30');
    await fixture.whenStable();
    expect(announcement()).toBeUndefined();
    vi.unstubAllEnvs();
  });

  it('ties the error of the form to the control', async () => {
    const { screen, box, fixture, announcement } = await show();
    screen.error.set('This lies in the past.');
    await fixture.whenStable();
    expect(box.getAttribute('aria-invalid')).toBe('true');
    expect(announcement()).toBe('This lies in the past.');
  });
});

@Directive({ selector: '[onlyDigits]', providers: [{ provide: InputValidator, useExisting: OnlyDigits }] })
class OnlyDigits implements InputValidator {
  objection(value: string): string | null {
    return /^\d+$/.test(value) ? null : `${value} is no number.`;
  }
}

@Component({
  imports: [Field, Input, OnlyDigits],
  template: `<sp-field label="Number"><input spInput onlyDigits [(value)]="value" /></sp-field>`,
})
class Checked {
  readonly value = signal('');
}

describe('InputValidator', () => {
  it('is asked when the control is left, and from then on until it is right', async () => {
    const fixture = TestBed.createComponent(Checked);
    await fixture.whenStable();
    const page = fixture.nativeElement as HTMLElement;
    const box = page.querySelector('input');
    if (!box) throw new Error('no input');
    const announcementAfter = async (event: string, text: string): Promise<string | undefined> => {
      box.value = text;
      box.dispatchEvent(new Event('input'));
      box.dispatchEvent(new Event(event));
      await fixture.whenStable();
      return page.querySelector('sp-field-error p')?.textContent;
    };
    expect(await announcementAfter('change', '')).toBeUndefined();
    expect(await announcementAfter('keyup', 'a')).toBeUndefined();
    expect(await announcementAfter('change', 'a')).toBe('a is no number.');
    expect(await announcementAfter('keyup', 'b')).toBe('b is no number.');
    expect(await announcementAfter('keyup', '1')).toBeUndefined();
    expect(await announcementAfter('keyup', '1c')).toBeUndefined();
    expect(await announcementAfter('change', ' ')).toBeUndefined();
  });
});

@Component({
  imports: [Field, Input],
  template: `<form>
      <sp-field label="Name" [error]="error()"><input spInput required [(value)]="name" /></sp-field>
      <sp-field label="Address"><input spInput type="email" required [(value)]="email" /></sp-field>
    </form>
    <button>Elsewhere</button>`,
})
class Required {
  readonly name = signal('');
  readonly email = signal('ann');
  readonly error = signal<string | null>(null);
}

describe('an error', () => {
  async function open(error: string | null = null) {
    vi.useFakeTimers();
    const fixture = TestBed.createComponent(Required);
    fixture.componentInstance.error.set(error);
    const page = fixture.nativeElement as HTMLElement;
    document.body.append(page);
    fixture.detectChanges();
    const [name, email] = page.querySelectorAll('input');
    if (!name || !email) throw new Error('no inputs');
    const settle = (): void => {
      fixture.detectChanges();
      vi.advanceTimersByTime(1_000);
      fixture.detectChanges();
    };
    /** Text of the page's live regions. */
    const heard = (): string[] =>
      Array.from(page.querySelectorAll('[aria-live]'), ({ textContent }) => textContent).filter((text) => text !== '');
    const fail = (text: string | null): void => {
      fixture.componentInstance.error.set(text);
      fixture.detectChanges();
    };
    await Promise.resolve();
    return { page, name, email, settle, heard, fail };
  }
  afterEach(() => vi.useRealTimers());

  it('is read out when the focus stays in its control', async () => {
    const { name, settle, heard, fail } = await open();
    name.focus();
    fail('Taken.');
    expect(heard()).toEqual([]);
    settle();
    expect(heard()).toEqual(['Taken.']);
    expect(document.getElementById(name.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Taken.');
  });

  it('is read out with the name of its control when the focus is elsewhere', async () => {
    const { page, settle, heard, fail } = await open();
    page.querySelector('button')?.focus();
    fail('Taken.');
    settle();
    expect(heard()).toEqual(['Name:Taken.']);
  });

  it('is left to the control when the focus goes there', async () => {
    const { page, name, settle, heard, fail } = await open();
    page.querySelector('button')?.focus();
    fail('Taken.');
    name.focus();
    settle();
    expect(heard()).toEqual([]);
  });

  it('is not read out when the page comes with it', async () => {
    const { settle, heard } = await open('Taken.');
    settle();
    expect(heard()).toEqual([]);
  });

  it('replaces the message of the browser by ours, until its control changes', async () => {
    const { page, name, email, settle, heard } = await open();
    page.querySelector('form')?.checkValidity();
    settle();
    const described = ({ id }: HTMLElement): string | undefined =>
      page.querySelector(`#${id}`)?.closest('sp-field')?.querySelector('p')?.textContent.trim();
    expect([described(name), described(email)]).toEqual(['ui.required', 'ui.enterEmail']);
    expect(document.activeElement).toBe(name);
    // The first error is read together with its control.
    expect(heard()).toEqual(['Address:ui.enterEmail']);
    email.value = 'ann@';
    email.dispatchEvent(new Event('input'));
    email.dispatchEvent(new Event('blur'));
    settle();
    expect([described(name), described(email)]).toEqual(['ui.required', undefined]);
  });
});
