import {
  freePort,
  OpenIdServer,
  setUpOwner,
  startApp,
  type ApiAnswer,
  type ApiClient,
  type AppProcess,
} from '@signpost/testing';
import { anAddress } from './people.js';

/** An application, its provider and its first account. */
export interface Setting {
  readonly app: AppProcess;
  readonly provider: OpenIdServer;
  readonly owner: ApiClient;
  stop(): Promise<void>;
}

/** An application with both kinds of providers configured, which are one real OpenID provider. */
export async function arrangeProviders(env: Record<string, string>): Promise<Setting> {
  const port = await freePort();
  const url = env['PUBLIC_URL'] ?? `http://127.0.0.1:${port}`;
  const provider = await OpenIdServer.start([`${url}/api/auth/google`, `${url}/api/auth/microsoft`]);
  const client = { CLIENT_ID: 'signpost', CLIENT_SECRET: 'a secret', ISSUER: provider.issuer };
  const both = Object.entries(client).flatMap(([name, value]) => [
    [`GOOGLE_${name}`, value],
    [`MICROSOFT_${name}`, value],
  ]);
  const app = await startApp({ port, env: { ...Object.fromEntries(both), ...env } });
  const owner = await setUpOwner(app);
  return {
    app,
    provider,
    owner,
    stop: async () => {
      await app.stop();
      await provider.stop();
    },
  };
}

let serial = 0;
/** A person unknown to the provider. */
export const aPersonAtProvider = (email = anAddress('oidc'), email_verified = true) => ({
  sub: `subject-${++serial}`,
  email,
  email_verified,
});
/** Status and redirect target of a response. */
export const where = (answer: { status: number; headers: Headers }) => [answer.status, answer.headers.get('location')];
/** Name and value of the cookie that stores the sign-in attempt begun by a response. */
export function attemptIn(answer: ApiAnswer): [string, string] {
  const [line = ''] = answer.headers.getSetCookie().filter((set) => set.startsWith('signpost_oauth_'));
  const [name = '', value = ''] = line.split(';', 1)[0]?.split('=') ?? [];
  return [name, value];
}
/** URL that the provider redirects a person to who declines. */
export function denialOf(start: ApiAnswer): string {
  const { searchParams } = new URL(start.headers.get('location') ?? '');
  const { pathname } = new URL(searchParams.get('redirect_uri') ?? '');
  return `${pathname}?error=access_denied&state=${searchParams.get('state')}`;
}
