import { Injectable } from '@nestjs/common';
import type { OutsideProvider, SignInWay } from '@signpost/contracts';
import type * as OpenIdClient from 'openid-client';
import { Config, type OidcProviderConfig } from '../../platform/config/index.js';
import { fail } from '../../platform/errors/index.js';
import { Clock, within } from '../../platform/time/index.js';
import type { OidcAttempt } from './oidc-attempt.js';
import { completed, groupsOf, identityOf, type Claims, type VerifiedIdentity } from './oidc-claims.js';

/** Metadata is cached this long because it changes rarely; the library refetches signing keys when they rotate. */
const METADATA_LIFETIME_MS = 12 * 3600_000;
const NAMES = { google: 'Google', microsoft: 'Microsoft' } as const;
const TIMEOUT_SECONDS = 10;
/** Tolerated clock difference in seconds, judged by a token's `iat`; Microsoft backdates it by five minutes. */
const CLOCKS_DIFFER_SECONDS = 420;
/** Signing out waits at most this long for an unavailable provider. */
const END_SESSION_PATIENCE_MS = 2_000;

type Library = typeof OpenIdClient;

/**
 * How the client secret is sent to the provider: in the body (`client_secret_post`) or a header
 * (`client_secret_basic`).
 */
type ClientSecretIn = 'body' | 'header';

interface Discovered {
  readonly until: number;
  readonly secretIn: ClientSecretIn;
  readonly settings: OpenIdClient.Configuration;
}

/** The OpenID Connect protocol: authorization code flow with PKCE, state and nonce, validated by openid-client. */
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

  /** Display name of a provider. */
  nameOf(provider: OutsideProvider): string {
    return provider === 'oidc' ? (this.config.oidc?.name ?? provider) : NAMES[provider];
  }

  /** Creates the secrets of a new attempt and the authorization URL to redirect to. */
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
   * Exchanges the authorization code of a callback for the identity.
   * @param query of the provider's callback, as received.
   * @throws Error when state, nonce, issuer, audience, signature or code are invalid.
   */
  async finish(attempt: OidcAttempt, query: string): Promise<VerifiedIdentity> {
    const answer = new URL(`${this.redirectUri(attempt.provider)}?${query}`);
    const { oidc, settings, tokens } = await this.exchange(attempt, answer);
    const claims: Claims | undefined = tokens.claims();
    // An empty subject would be the same account for everyone.
    if (claims === undefined || claims.sub === '') throw new Error('the provider sent no identity');
    if (Math.abs(this.clock.now() / 1000 - Number(claims['iat'])) > CLOCKS_DIFFER_SECONDS) fail('oauth_clock');
    const { userinfo_endpoint: infoEndpoint } = settings.serverMetadata();
    const groupsClaim = this.groupsClaimOf(attempt.provider);
    const askInfo = () => oidc.fetchUserInfo(settings, tokens.access_token, claims.sub);
    // Some providers omit the address or the groups from the ID token and return them from the userinfo endpoint.
    const lacks = claims['email'] === undefined || (groupsClaim !== null && groupsOf(claims, groupsClaim).length === 0);
    // A known account signs in without a verified address, so a failure is ignored if nothing else is missing.
    const isUnclear = attempt.provider === 'oidc' && claims['email_verified'] === undefined;
    let info = {};
    if (infoEndpoint !== undefined && lacks) info = await askInfo();
    else if (infoEndpoint !== undefined && isUnclear) info = await askInfo().catch(() => ({}));
    const issuer = this.config[attempt.provider]?.issuer ?? '';
    return identityOf(attempt.provider, completed(claims, info), { issuer, groupsClaim });
  }

  /**
   * URL that ends the session at the organisation's provider; null if the user signed in another way, or the provider
   * has no such endpoint or does not respond in time.
   */
  async endSessionUrl(way: SignInWay | null): Promise<string | null> {
    if (way !== 'oidc' || this.config.oidc === null) return null;
    try {
      const opened = await within(END_SESSION_PATIENCE_MS, this.open('oidc'));
      if (opened?.settings.serverMetadata().end_session_endpoint === undefined) return null;
      const back = { post_logout_redirect_uri: `${this.config.publicOrigin}/login` };
      return opened.oidc.buildEndSessionUrl(opened.settings, back).href;
    } catch {
      // Signing out of Signpost must succeed whatever the provider does.
      return null;
    }
  }

  private groupsClaimOf(provider: OutsideProvider): string | null {
    return provider === 'oidc' ? (this.config.oidc?.groupsClaim ?? null) : null;
  }

  /**
   * Some providers return groups only if the scope is requested; scopes that the provider does not support are not
   * requested.
   */
  private scopeOf(provider: OutsideProvider, supported: readonly string[] = []): string {
    const more = this.groupsClaimOf(provider) === null ? [] : ['profile', 'groups'];
    return ['openid', 'email', ...more.filter((scope) => supported.includes(scope))].join(' ');
  }

  /**
   * Providers differ in where they accept the client secret; a rejected attempt does not consume the code, so the other
   * place is tried.
   */
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

  /** Redirect URI to register at the provider. */
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
  // Plain http is only used if the operator configured it: a provider on the same machine, in tests.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so only to make it stand out
  const insecure = server.protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
  // OpenID Connect permits skipping the signature check for tokens received directly over TLS; it is enabled because
  // plain http and proxies give no such guarantee.
  const execute = [...insecure, oidc.enableNonRepudiationChecks];
  const method = secretIn === 'body' ? oidc.ClientSecretPost(clientSecret) : oidc.ClientSecretBasic(clientSecret);
  return oidc.discovery(server, clientId, clientSecret, method, { execute, timeout: TIMEOUT_SECONDS });
}

function isClientRefused(error: unknown): boolean {
  const { code, error: reason } = (error ?? {}) as { code?: unknown; error?: unknown };
  return reason === 'invalid_client' || code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE';
}
