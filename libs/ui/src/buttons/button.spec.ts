import { Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Button } from './button';
import { CopyButton } from './copy-button';
import { Pager } from '../pager';

@Component({
  imports: [Button],
  template: `<form (submit)="$event.preventDefault(); sent.set(sent() + 1)">
    <button spButton type="submit" [busy]="busy()" [resting]="resting()" (click)="pressed.set(pressed() + 1)">
      Save
    </button>
  </form>`,
})
class Host {
  readonly busy = signal(false);
  readonly resting = signal(false);
  readonly sent = signal(0);
  readonly pressed = signal(0);
}

describe('Button', () => {
  it.each(['button', 'button .label'])('handles a click on %s, but not twice while busy', async (pressed) => {
    const fixture = TestBed.createComponent(Host);
    await fixture.whenStable();
    const host = fixture.componentInstance;
    const element = fixture.nativeElement as HTMLElement;
    element.querySelector<HTMLElement>(pressed)?.click();
    expect(host.pressed()).toBe(1);
    host.busy.set(true);
    await fixture.whenStable();
    element.querySelector<HTMLElement>(pressed)?.click();
    expect(host.pressed()).toBe(1);
    expect(element.querySelector('button')?.getAttribute('aria-busy')).toBe('true');
  });

  it('submits, but not twice while busy', async () => {
    const fixture = TestBed.createComponent(Host);
    await fixture.whenStable();
    const host = fixture.componentInstance;
    const button = (fixture.nativeElement as HTMLElement).querySelector('button');
    button?.click();
    host.busy.set(true);
    await fixture.whenStable();
    button?.click();
    expect(host.sent()).toBe(1);
  });

  it('ignores clicks while resting, and keeps the focus', async () => {
    const fixture = TestBed.createComponent(Host);
    const host = fixture.componentInstance;
    const element = fixture.nativeElement as HTMLElement;
    document.body.append(element);
    await fixture.whenStable();
    const button = element.querySelector('button');
    button?.focus();
    host.resting.set(true);
    await fixture.whenStable();
    button?.click();
    expect([host.pressed(), host.sent()]).toEqual([0, 0]);
    expect([button?.getAttribute('aria-disabled'), button?.getAttribute('aria-busy')]).toEqual(['true', null]);
    expect(document.activeElement).toBe(button);
  });
});

describe('CopyButton', () => {
  async function pressCopy(): Promise<HTMLElement> {
    const fixture = TestBed.createComponent(CopyButton);
    fixture.componentRef.setInput('text', 'https://go.example/x');
    fixture.componentRef.setInput('name', 'go.example/x');
    await fixture.whenStable();
    const element = fixture.nativeElement as HTMLElement;
    element.querySelector('button')?.click();
    return element;
  }

  it('copies and says so in its own place', async () => {
    const written: string[] = [];
    vi.stubGlobal('navigator', { clipboard: { writeText: (text: string) => Promise.resolve(written.push(text)) } });
    const element = await pressCopy();
    await vi.waitFor(() => {
      expect(element.querySelector('[role=status]')?.textContent).toContain('ui.copied');
    });
    expect(written).toEqual(['https://go.example/x']);
    vi.unstubAllGlobals();
  });

  it.each([
    ['a selection does where the clipboard is closed', true, 'ui.copied', 'ui.copied'],
    ['what neither way copies is not said to be copied', false, 'ui.copyByHand', 'ui.notCopied'],
  ])('%s', async (_, isCopied, announcement, shown) => {
    vi.stubGlobal('navigator', { clipboard: undefined });
    Object.assign(document, { execCommand: () => isCopied });
    const element = await pressCopy();
    await vi.waitFor(() => {
      expect(element.querySelector('[role=status]')?.textContent).toBe(announcement);
    });
    const button = element.querySelector('button');
    expect(button?.textContent.trim()).toBe(shown);
    // The visible text is the accessible name, so that users of voice control can say what they see.
    expect(button?.getAttribute('aria-label')).toBeNull();
    Reflect.deleteProperty(document, 'execCommand');
    vi.unstubAllGlobals();
  });
});

describe('Pager', () => {
  it.each([
    [1, 45, true, false],
    [2, 45, false, false],
    [3, 45, false, true],
    [1, 20, true, true],
  ])('page %i of %i links: previous closed %s, next closed %s', async (page, total, first, last) => {
    const fixture = TestBed.createComponent(Pager);
    fixture.componentRef.setInput('page', page);
    fixture.componentRef.setInput('perPage', 20);
    fixture.componentRef.setInput('total', total);
    await fixture.whenStable();
    const buttons = [...(fixture.nativeElement as HTMLElement).querySelectorAll('button')];
    expect(buttons.map((button) => button.disabled)).toEqual([first, last]);
  });

  it('reaches the ends of many pages at once', async () => {
    const fixture = TestBed.createComponent(Pager);
    const went: number[] = [];
    fixture.componentInstance.go.subscribe((page) => went.push(page));
    fixture.componentRef.setInput('page', 2);
    fixture.componentRef.setInput('perPage', 20);
    fixture.componentRef.setInput('total', 94_146);
    await fixture.whenStable();
    for (const button of (fixture.nativeElement as HTMLElement).querySelectorAll('button')) button.click();
    expect(went).toEqual([1, 1, 3, 4708]);
  });
});
