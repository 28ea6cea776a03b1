import { createServer, type Server } from 'node:http';
import type { InteractionResults } from 'oidc-provider';
import type { ApiAnswer, ApiClient } from './api-client.js';
import { freePort } from './app-process.js';

/** An account at the provider. */
export interface Person {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly groups?: readonly string[];
}

/**
 * A real OpenID provider for tests: every sign-in is confirmed as {@link OpenIdServer.person} without a prompt; null
 * means that the user declines.
 */
export class OpenIdServer {
  person: Person | null = { sub: 'nobody' };
  private readonly people = new Map<string, Person>();
  private server: Server | null = null;

  private constructor(readonly issuer: string) {}

  /** @param redirectUris of the application under test. */
  static async start(redirectUris: readonly string[]): Promise<OpenIdServer> {
    const port = await freePort();
    const started = new OpenIdServer(`http://127.0.0.1:${port}`);
    await started.listen(port, redirectUris);
    return started;
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  /** Follows the provider's pages as a browser would. @returns the callback URL. */
  async visit(address: string): Promise<URL> {
    const jar = new Map<string, string>();
    let url = new URL(address);
    for (let hops = 0; hops < 10; hops += 1) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
      for (const line of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = line.split(';', 1)[0]?.split('=') ?? [];
        jar.set(name, value);
      }
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
      url = new URL(location, url);
      if (url.origin !== this.issuer) return url;
    }
    throw new Error('the provider redirects in a circle');
  }

  /**
   * Runs a complete sign-in: from the application's route through the provider and back. @returns the application's
   * last response.
   */
  async signIn(client: ApiClient, path: string, person: Person): Promise<ApiAnswer> {
    this.person = person;
    const start = await client.get(path);
    const back = await this.visit(start.headers.get('location') ?? '');
    return client.get(`${back.pathname}${back.search}`);
  }

  private answer(): InteractionResults {
    const { person } = this;
    if (person === null) return { error: 'access_denied', error_description: 'not today' };
    this.people.set(person.sub, person);
    return { login: { accountId: person.sub } };
  }

  private async listen(port: number, redirectUris: readonly string[]): Promise<void> {
    // Only imported by tests that use a provider.
    const { Provider } = await import('oidc-provider');
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: 'signpost',
          client_secret: 'a secret',
          redirect_uris: [...redirectUris],
          post_logout_redirect_uris: redirectUris.map((uri) => `${new URL(uri).origin}/login`),
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
      conformIdTokenClaims: false,
      pkce: { required: () => true },
      cookies: { keys: ['a key for the tests'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      findAccount: (_, id) => ({
        accountId: id,
        claims: () => Promise.resolve({ ...this.people.get(id), sub: id }),
      }),
      loadExistingGrant: async (ctx) => {
        const { client, session, provider: own } = ctx.oidc;
        const grant = new own.Grant({ clientId: client?.clientId, accountId: session?.accountId });
        grant.addOIDCScope('openid email groups');
        await grant.save();
        return grant;
      },
    });
    const handle = provider.callback();
    this.server = createServer((request, response) => {
      if (!request.url?.startsWith('/interaction/')) {
        void handle(request, response);
        return;
      }
      void provider.interactionFinished(request, response, this.answer(), { mergeWithLastSubmission: false });
    });
    await new Promise<void>((resolve) => this.server?.listen(port, '127.0.0.1', resolve));
  }
}
