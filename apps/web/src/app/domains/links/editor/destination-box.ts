import { Directive, ElementRef, inject } from '@angular/core';
import { LIMITS } from '@signpost/contracts';
import { normalizeDestination } from '@signpost/domain';
import { InputValidator } from '@signpost/ui/forms';
import { I18n } from '../../../platform/words/i18n';
import { RuleWords } from '../../../platform/requests/rule-words';
import { areSeveralAddresses, bareAddress, unwrappedAddress } from './typed-destination';

/**
 * For every destination input: removes what was copied around a URL when it is pasted, or typed and left, and joins a
 * pasted one that was broken into lines. Reports an invalid destination with the server's message.
 */
@Directive({
  selector: 'input[appDestinationBox]',
  providers: [{ provide: InputValidator, useExisting: DestinationBox }],
  host: { '(change)': 'strip()', '(input)': 'read($event)', '(paste)': 'join($event)' },
})
export class DestinationBox implements InputValidator {
  private readonly i18n = inject(I18n);
  private readonly words = inject(RuleWords);
  private readonly box = inject<ElementRef<HTMLInputElement>>(ElementRef).nativeElement;

  constructor() {
    // Inputs of campaigns use this directive too.
    void this.i18n.use('links');
  }

  objection(typed: string): string | null {
    if (areSeveralAddresses(typed)) return this.i18n.t('links.oneAddress');
    // Only the server knows whether private network addresses are allowed.
    const read = normalizeDestination(typed, { allowPrivate: true });
    return read.ok ? null : this.words.text({ rule: read.rule, params: { max: LIMITS.destinationLength } });
  }

  /** The browser itself would make a space of each line break, and so another URL. */
  protected join(event: ClipboardEvent): void {
    const address = unwrappedAddress(event.clipboardData?.getData('text/plain') ?? '');
    if (address === null) return;
    event.preventDefault();
    this.box.setRangeText(address, this.box.selectionStart ?? 0, this.box.selectionEnd ?? this.box.value.length, 'end');
    this.box.dispatchEvent(new Event('input'));
  }

  protected read(event: Event): void {
    if (event instanceof InputEvent && event.inputType === 'insertFromPaste') this.strip();
  }

  protected strip(): void {
    const bare = bareAddress(this.box.value);
    if (bare === this.box.value) return;
    this.box.value = bare;
    // Bindings of the input read its value on this event.
    this.box.dispatchEvent(new Event('input'));
  }
}
