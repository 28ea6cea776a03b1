import { HttpClient } from '@angular/common/http';
import { inject, Injectable } from '@angular/core';
import type { LoggedIn, Passkey, PasskeyOptions } from '@signpost/contracts';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { firstValueFrom } from 'rxjs';

/** Passkeys of this browser. What talks to the browser is loaded where somebody uses one. */
@Injectable({ providedIn: 'root' })
export class Passkeys {
  private readonly http = inject(HttpClient);
  /** Browsers have them on https and on `localhost` alone, and for names, not for addresses. */
  readonly supported = typeof PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(location.hostname);

  /** Makes a key of this device for the account. Rejects when the person declines. */
  async add(): Promise<Passkey> {
    const { startRegistration } = await import('@simplewebauthn/browser');
    const options = await firstValueFrom(this.http.post<PasskeyOptions>('/api/auth/passkeys/options', {}));
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    const response = await startRegistration({ optionsJSON });
    return firstValueFrom(this.http.post<Passkey>('/api/auth/passkeys', { response }));
  }

  /**
   * Signs in with a key that the person chooses: in a window of the browser, or with `autofill` among what it offers for the
   * address field, for as long as the page stays. @returns false where the browser cannot do that.
   */
  async signIn({ autofill }: { autofill: boolean }): Promise<boolean> {
    const { browserSupportsWebAuthnAutofill, startAuthentication } = await import('@simplewebauthn/browser');
    if (autofill && !(await browserSupportsWebAuthnAutofill())) return false;
    const options = await firstValueFrom(this.http.post<PasskeyOptions>('/api/auth/passkeys/sign-in/options', {}));
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill });
    await firstValueFrom(this.http.post<LoggedIn>('/api/auth/passkeys/sign-in', { response }));
    return true;
  }

  /** Ends what waits for the person: the page is left, or they sign in another way. */
  async cancel(): Promise<void> {
    const { WebAuthnAbortService } = await import('@simplewebauthn/browser');
    WebAuthnAbortService.cancelCeremony();
  }
}

/** Whether a failure means that the person has changed their mind, or another question took its place. */
export function isDeclined(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
}
