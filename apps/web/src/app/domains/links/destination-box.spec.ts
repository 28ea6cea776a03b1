import { Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Input } from '@signpost/ui/forms';
import { DestinationBox } from './destination-box';

@Component({
  selector: 'app-destination-box-test',
  imports: [DestinationBox, Input],
  template: `<input spInput appDestinationBox [(value)]="value" />`,
})
class Host {
  readonly value = signal('');
}

describe('DestinationBox', () => {
  function type(text: string, inputType: string): { box: HTMLInputElement; value: () => string } {
    const fixture = TestBed.createComponent(Host);
    fixture.detectChanges();
    const box = (fixture.nativeElement as HTMLElement).querySelector('input')!;
    box.value = text;
    box.dispatchEvent(new InputEvent('input', { inputType }));
    return { box, value: fixture.componentInstance.value };
  }

  it('strips what is pasted at once', () => {
    const { box, value } = type('<https://example.com/>', 'insertFromPaste');
    expect([box.value, value()]).toEqual(['https://example.com/', 'https://example.com/']);
  });

  it('strips what is typed when the box is left', () => {
    const { box, value } = type('"example.com"', 'insertText');
    expect(value()).toBe('"example.com"');
    box.dispatchEvent(new Event('change'));
    expect([box.value, value()]).toEqual(['example.com', 'example.com']);
  });
});
