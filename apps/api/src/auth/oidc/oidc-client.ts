import { Injectable } from '@nestjs/common';
import type { OutsideProvider, SignInWay } from '@signpost/contracts';
import type * as OpenIdClient from 'openid-client';
import { Config, type OidcProviderConfig } from '../../platform/config/index.js';
import { fail } from '../../platform/errors/index.js';
import { Clock, within } from '../../platform/time/index.js';
import type { OidcAttempt } from './oidc-attempt.js';
import { groupsOf, identityOf, type Claims, type VerifiedIdentity } from './oidc-claims.js';

/** Providers change their metadata rarely; keys are looked up anew by the library when they rotate. */
const METADATA_LIFETIME_MS = 12 * 3600_000;
const NAMES = { google: 'Google', microsoft: 'Microsoft' } as const;
const TIMEOUT_SECONDS = 10;
/** How far the clocks may differ, by the time at which a token says it was made; Microsoft dates it five minutes back. */
const CLOCKS_DIFFER_SECONDS = 420;
/** Signing out does not wait longer for a provider that is away. */
const END_SESSION_PATIENCE_MS = 2_000;

type Library = typeof OpenIdClient;

/** How we prove to a provider that we are the client: in the body, or in a header. */
type ClientSecretIn = 'body' | 'header';

interface Discovered {
  readonly until: number;
  readonly secretIn: ClientSecretIn;
  readonly settings: OpenIdClient.Configuration;
}

/** The protocol with a provider: authorization code, PKCE, state and nonce, checked by openid-client. */
@Injectable()
export class OidcClient {
  private readonly known = new Map<OutsideProvider, Discovered>();

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  isEnabled(provider: OutsideProvider): boolean {
    return this.config[provider] !== null;
  }

  /** What people call a provider. */
  nameOf(provider: OutsideProvider): string {
    return provider === 'oidc' ? (this.config.oidc?.name ?? provider) : NAMES[provider];
  }

  /** Secrets of a new attempt, and the provider's address that it begins at. */
  async begin(
    provider: OutsideProvider,
  ): Promise<Pick<OidcAttempt, 'state' | 'nonce' | 'codeVerifier'> & { url: URL }> {
    const { oidc, settings } = await this.open(provider);
    const [state, nonce, codeVerifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
    const url = oidc.buildAuthorizationUrl(settings, {
      redirect_uri: this.redirectUri(provider),
      scope: this.scopeOf(provider, settings.serverMetadata().scopes_supported),
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    });
    return { state, nonce, codeVerifier, url };
  }

  /**
   * Exchanges the code of an answer.
   * @param query of the provider's answer, as received.
   * @throws Error when state, nonce, issuer, audience, signature or code are not right.
   */
  async finish(attempt: OidcAttempt, query: string): Promise<VerifiedIdentity> {
    const answer = new URL(`${this.redirectUri(attempt.provider)}?${query}`);
    const { oidc, settings, tokens } = await this.exchange(attempt, answer);
    const claims: Claims | undefined = tokens.claims();
    if (claims === undefined) throw new Error('the provider sent no identity');
    if (Math.abs(this.clock.now() / 1000 - Number(claims['iat'])) > CLOCKS_DIFFER_SECONDS) fail('oauth_clock');
    // Some providers keep the address out of the token and tell it when asked.
    const hasUserInfo = settings.serverMetadata().userinfo_endpoint !== undefined;
    const groupsClaim = this.groupsClaimOf(attempt.provider);
    const lacks = claims['email'] === undefined || (groupsClaim !== null && groupsOf(claims, groupsClaim).length === 0);
    const info = lacks && hasUserInfo ? await oidc.fetchUserInfo(settings, tokens.access_token, claims.sub) : {};
    const issuer = this.config[attempt.provider]?.issuer ?? '';
    return identityOf(attempt.provider, { ...claims, ...info }, { issuer, groupsClaim });
  }

  /**
   * Where somebody who signed in with the company's provider ends the session there too; null where the provider has no
   * such place, does not say so in time, or somebody signed in another way.
   */
  async endSessionUrl(way: SignInWay | null): Promise<string | null> {
    if (way !== 'oidc' || this.config.oidc === null) return null;
    try {
      const opened = await within(END_SESSION_PATIENCE_MS, this.open('oidc'));
      if (opened?.settings.serverMetadata().end_session_endpoint === undefined) return null;
      const back = { post_logout_redirect_uri: `${this.config.publicOrigin}/login` };
      return opened.oidc.buildEndSessionUrl(opened.settings, back).href;
    } catch {
      // Whoever signs out here is signed out here, whatever the provider does.
      return null;
    }
  }

  private groupsClaimOf(provider: OutsideProvider): string | null {
    return provider === 'oidc' ? (this.config.oidc?.groupsClaim ?? null) : null;
  }

  /** Some providers name groups only to who asks for them; no provider is asked for a scope that it does not have. */
  private scopeOf(provider: OutsideProvider, supported: readonly string[] = []): string {
    const more = this.groupsClaimOf(provider) === null ? [] : ['profile', 'groups'];
    return ['openid', 'email', ...more.filter((scope) => supported.includes(scope))].join(' ');
  }

  /** Providers differ in where they take the client's secret from; one that refuses it does not use the code up. */
  private async exchange(attempt: OidcAttempt, answer: URL) {
    const checks = {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.codeVerifier,
    };
    const { oidc, settings, secretIn } = await this.open(attempt.provider);
    try {
      return { oidc, settings, tokens: await oidc.authorizationCodeGrant(settings, answer, checks) };
    } catch (error) {
      if (!isClientRefused(error)) throw error;
      this.known.delete(attempt.provider);
      const other = await this.open(attempt.provider, secretIn === 'body' ? 'header' : 'body');
      return { ...other, tokens: await oidc.authorizationCodeGrant(other.settings, answer, checks) };
    }
  }

  /** Where the provider sends people back to. */
  redirectUri(provider: OutsideProvider): string {
    return `${this.config.publicOrigin}/api/auth/${provider}`;
  }

  private async open(
    provider: OutsideProvider,
    secretIn: ClientSecretIn = 'body',
  ): Promise<Discovered & { oidc: Library }> {
    const oidc = await import('openid-client');
    const known = this.known.get(provider);
    if (known !== undefined && known.until > this.clock.now()) return { oidc, ...known };
    const provided = this.config[provider];
    if (provided === null) throw new Error(`${provider} is not configured`);
    const settings = await discover(oidc, provided, secretIn);
    const discovered = { until: this.clock.now() + METADATA_LIFETIME_MS, secretIn, settings };
    this.known.set(provider, discovered);
    return { oidc, ...discovered };
  }
}

async function discover(
  oidc: Library,
  { issuer, clientId, clientSecret }: OidcProviderConfig,
  secretIn: ClientSecretIn,
): Promise<OpenIdClient.Configuration> {
  const server = new URL(issuer);
  // Plain http is what the operator wrote into the configuration: a provider on this machine, in tests.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so only to make it stand out
  const insecure = server.protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
  // OpenID Connect lets TLS vouch for a token that comes straight from the provider; plain http and a proxy do not.
  const execute = [...insecure, oidc.enableNonRepudiationChecks];
  const method = secretIn === 'body' ? oidc.ClientSecretPost(clientSecret) : oidc.ClientSecretBasic(clientSecret);
  return oidc.discovery(server, clientId, clientSecret, method, { execute, timeout: TIMEOUT_SECONDS });
}

function isClientRefused(error: unknown): boolean {
  const { code, error: reason } = (error ?? {}) as { code?: unknown; error?: unknown };
  return reason === 'invalid_client' || code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE';
}
