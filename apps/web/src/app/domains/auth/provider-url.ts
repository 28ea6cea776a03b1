/** Where an outside provider is asked to sign somebody in; afterwards the server leads on to `next`. */
export function providerUrl(provider: 'google' | 'microsoft', next?: string): string {
  return `/api/auth/${provider}${next ? `?next=${encodeURIComponent(next)}` : ''}`;
}
