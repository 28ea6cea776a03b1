import { inject, Injectable } from '@angular/core';
import type { LoggedIn, Passkey, PasskeyOptions } from '@signpost/contracts';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { ApiClient } from '../../platform/requests/api-client';

/** Passkeys of this browser. The WebAuthn library is loaded on first use. */
@Injectable({ providedIn: 'root' })
export class Passkeys {
  private readonly client = inject(ApiClient);
  /** Browsers support them only on HTTPS and `localhost`, and for host names, not for IP addresses. */
  readonly supported = typeof PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(location.hostname);

  /** Creates a passkey of this device for the account. Rejects when the user declines. */
  async add(): Promise<Passkey> {
    const { startRegistration } = await import('@simplewebauthn/browser');
    const options = await this.client.post<PasskeyOptions>('/api/auth/passkeys/options');
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    const response = await startRegistration({ optionsJSON });
    return this.client.post<Passkey>('/api/auth/passkeys', { response });
  }

  /**
   * Signs in with a passkey that the user chooses: in a browser dialog, or with `autofill` among the suggestions for
   * the email field, as long as the page is open. @returns false where the browser does not support that.
   */
  async signIn({ autofill }: { autofill: boolean }): Promise<boolean> {
    const { browserSupportsWebAuthnAutofill, startAuthentication } = await import('@simplewebauthn/browser');
    if (autofill && !(await browserSupportsWebAuthnAutofill())) return false;
    const options = await this.client.post<PasskeyOptions>('/api/auth/passkeys/sign-in/options');
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill });
    await this.client.post<LoggedIn>('/api/auth/passkeys/sign-in', { response });
    return true;
  }

  /** Cancels a pending request: the user leaves the page, or signs in another way. */
  async cancel(): Promise<void> {
    const { WebAuthnAbortService } = await import('@simplewebauthn/browser');
    WebAuthnAbortService.cancelCeremony();
  }
}

/** Whether an error means that the chosen device holds a passkey of the account already. */
export function isHeld(error: unknown): boolean {
  return error instanceof Error && error.name === 'InvalidStateError';
}

/** Whether an error means that the user declined, or that another request replaced this one. */
export function isDeclined(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
}
