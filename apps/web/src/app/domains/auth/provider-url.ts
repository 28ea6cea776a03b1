import type { OutsideProvider } from '@signpost/contracts';

/** Where an outside provider is asked to sign somebody in; afterwards the server leads on to `next`. */
export function providerUrl(provider: OutsideProvider, next?: string): string {
  return `/api/auth/${provider}${next ? `?next=${encodeURIComponent(next)}` : ''}`;
}
