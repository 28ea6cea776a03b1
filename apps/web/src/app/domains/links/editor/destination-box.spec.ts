import { Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Field, Input } from '@signpost/ui/forms';
import { keysForWords } from '../../../platform/words/i18n.fixtures';
import { DestinationBox } from './destination-box';

@Component({
  selector: 'app-destination-box-test',
  imports: [DestinationBox, Field, Input],
  template: `<sp-field label="To"><input spInput appDestinationBox [(value)]="value" /></sp-field>`,
})
class Host {
  readonly value = signal('');
}

describe('DestinationBox', () => {
  beforeEach(() => {
    TestBed.configureTestingModule({ providers: [keysForWords()] });
  });

  interface Typed {
    readonly box: HTMLInputElement;
    readonly value: () => string;
    /** The field's error after the input has lost the focus. */
    readonly leave: () => string | undefined;
  }

  function type(text: string, inputType: string): Typed {
    const fixture = TestBed.createComponent(Host);
    fixture.detectChanges();
    const box = (fixture.nativeElement as HTMLElement).querySelector('input')!;
    box.value = text;
    box.dispatchEvent(new InputEvent('input', { inputType }));
    const leave = (): string | undefined => {
      box.dispatchEvent(new Event('change'));
      fixture.detectChanges();
      return (fixture.nativeElement as HTMLElement).querySelector('sp-field-error p')?.textContent;
    };
    return { box, value: fixture.componentInstance.value, leave };
  }

  it('strips what is pasted at once', () => {
    const { box, value } = type('<https://example.com/>', 'insertFromPaste');
    expect([box.value, value()]).toEqual(['https://example.com/', 'https://example.com/']);
  });

  it('joins what is pasted in several lines, in place of what is chosen', () => {
    const { box, value } = type('https://example.com/old', 'insertText');
    box.select();
    const clipboardData = { getData: () => 'https://example.com/very/\n  long/path' };
    const paste = Object.assign(new Event('paste', { cancelable: true }), { clipboardData });
    box.dispatchEvent(paste);
    expect([paste.defaultPrevented, value()]).toEqual([true, 'https://example.com/very/long/path']);
  });

  it('strips what is typed when the box is left', () => {
    const { box, value } = type('"example.com"', 'insertText');
    expect(value()).toBe('"example.com"');
    box.dispatchEvent(new Event('change'));
    expect([box.value, value()]).toEqual(['example.com', 'example.com']);
  });

  it.each([
    ['nothing', '', undefined],
    ['spaces', ' ', undefined],
    ['a host', 'example.com', undefined],
    ['quotes around a host', '"example.com"', undefined],
    ['what the server may allow', 'localhost:3000', undefined],
    ['words', 'not a url', 'This is not a valid address.'],
    ['another scheme', 'javascript:alert(1)', 'The address must begin with http:// or https://.'],
    ['two addresses', 'https://a.example/ https://b.example/', 'links.oneAddress'],
  ])('checks %s when it is left', (_, text, message) => {
    expect(type(text, 'insertText').leave()).toBe(message);
  });
});
