import { Directive, inject } from '@angular/core';
import { InputValidator } from '@signpost/ui/forms';
import { I18n } from '../../platform/words/i18n';
import { addressesIn, looksLikeAddress } from './addresses';

/** For an input of several email addresses: names the invalid ones. */
@Directive({
  selector: 'textarea[appAddressList]',
  providers: [{ provide: InputValidator, useExisting: AddressList }],
})
export class AddressList implements InputValidator {
  private readonly i18n = inject(I18n);

  objection(typed: string): string | null {
    const odd = addressesIn(typed).filter((address) => !looksLikeAddress(address));
    return odd.length > 0 ? this.i18n.t('people.invite.odd', { addresses: odd.join(', ') }) : null;
  }
}
