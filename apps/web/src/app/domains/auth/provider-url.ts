import type { OutsideProvider } from '@signpost/contracts';

/** URL that starts a sign-in with an external provider; afterwards the server redirects to `next`. */
export function providerUrl(provider: OutsideProvider, next?: string): string {
  return `/api/auth/${provider}${next ? `?next=${encodeURIComponent(next)}` : ''}`;
}
