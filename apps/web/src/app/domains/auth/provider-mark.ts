import { Component, input } from '@angular/core';

/** The logo of an external provider, in the colours that the provider requires. */
@Component({
  selector: 'app-provider-mark',
  template: `
    @if (provider() === 'google') {
      <svg viewBox="0 0 18 18" width="16" height="16" aria-hidden="true">
        <path
          fill="#4285F4"
          d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92c1.7-1.57 2.68-3.88 2.68-6.62Z"
        />
        <path
          fill="#34A853"
          d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.84.86-3.04.86-2.34 0-4.32-1.58-5.03-3.7H.96v2.33A9 9 0 0 0 9 18Z"
        />
        <path fill="#FBBC05" d="M3.97 10.72a5.4 5.4 0 0 1 0-3.44V4.95H.96a9 9 0 0 0 0 8.1l3.01-2.33Z" />
        <path
          fill="#EA4335"
          d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.58A9 9 0 0 0 .96 4.95l3.01 2.33C4.68 5.16 6.66 3.58 9 3.58Z"
        />
      </svg>
    } @else {
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path fill="#F25022" d="M0 0h7.5v7.5H0z" />
        <path fill="#7FBA00" d="M8.5 0H16v7.5H8.5z" />
        <path fill="#00A4EF" d="M0 8.5h7.5V16H0z" />
        <path fill="#FFB900" d="M8.5 8.5H16V16H8.5z" />
      </svg>
    }
  `,
  styles: `
    :host {
      display: inline-flex;
      flex: none;
    }
  `,
})
export class ProviderMark {
  readonly provider = input.required<'google' | 'microsoft'>();
}
