import { Injectable, Logger } from '@nestjs/common';
import type { ErrorCode, OutsideProvider } from '@signpost/contracts';
import type { Request, Response } from 'express';
import { Config } from '../../platform/config/index.js';
import { ApiError, fail, violates } from '../../platform/errors/index.js';
import type { RequestContext } from '../../platform/http/index.js';
import { RateLimits } from '../../platform/limits/index.js';
import { Clock } from '../../platform/time/index.js';
import { WorkspaceViews } from '../../workspaces/index.js';
import { CompanyAccessService } from './company-access.service.js';
import { OidcAttempts, type OidcAttempt } from './oidc-attempt.js';
import { OidcClient } from './oidc-client.js';
import { SignInService } from '../sign-in/sign-in.service.js';
import { OidcAccountsService } from './oidc-accounts.service.js';

/** Sign-in with an external provider, and connecting one to an account (decisions 8). */
@Injectable()
export class OidcService {
  private readonly logger = new Logger(OidcService.name);
  private readonly attempts: OidcAttempts;

  constructor(
    private readonly oidc: OidcClient,
    private readonly accounts: OidcAccountsService,
    private readonly signIn: SignInService,
    private readonly company: CompanyAccessService,
    private readonly views: WorkspaceViews,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
    config: Config,
  ) {
    this.attempts = new OidcAttempts(config);
  }

  /** Starts an attempt, or completes one if the query contains the provider's response. Every outcome is a redirect. */
  async handle(provider: OutsideProvider, request: Request, response: Response): Promise<void> {
    if (!this.oidc.isEnabled(provider)) fail('not_found');
    const query = new URLSearchParams(request.originalUrl.split('?').slice(1).join('?'));
    const isAnswer = query.has('code') || query.has('error');
    const state = query.get('state') ?? '';
    const attempt = isAnswer ? this.attempts.take(state, request, response, this.clock.now()) : null;
    const returnTo = isAnswer ? (attempt?.returnTo ?? '/') : this.returnTarget(query.get('next'), request.context);
    try {
      const target = isAnswer
        ? await this.finish(provider, attempt, query, request, response)
        : await this.start(provider, returnTo, request, response);
      response.redirect(302, target);
    } catch (error) {
      response.redirect(302, signInPage(this.codeOf(error, provider), returnTo));
    }
  }

  private async start(
    provider: OutsideProvider,
    returnTo: string,
    request: Request,
    response: Response,
  ): Promise<string> {
    const { context } = request;
    await this.limits.consume('OIDC_START', context.client, context);
    // A demo account cannot connect providers: signing in from a demo signs in to a separate account.
    const userId = context.session?.isDemo === false ? context.session.userId : null;
    // CSRF protection: a link on another site must not connect the provider account that the browser is signed in to.
    if (userId !== null && request.headers['sec-fetch-site'] === 'cross-site') fail('oauth_failed');
    const { url, ...secrets } = await this.oidc.begin(provider);
    this.attempts.begin(request, response, { provider, ...secrets, userId, returnTo }, this.clock.now());
    return url.href;
  }

  private async finish(
    provider: OutsideProvider,
    attempt: OidcAttempt | null,
    query: URLSearchParams,
    request: Request,
    response: Response,
  ): Promise<string> {
    const { context } = request;
    if (attempt?.provider !== provider) fail('oauth_failed');
    await this.limits.consume('LOGIN', context.client, context);
    if (query.has('error')) fail(query.get('error') === 'access_denied' ? 'oauth_denied' : 'oauth_failed');
    const identity = await this.oidc.finish(attempt, query.toString());
    await this.company.requireAccess(identity);
    const account = await retryIfCreated(async () => {
      const signedIn =
        attempt.userId === null
          ? await this.accounts.findOrCreate(identity, context)
          : await this.accounts.connect(identity, attempt.userId, context.session);
      if (signedIn !== null) await this.company.admit(signedIn, identity);
      return signedIn;
    });
    if (account !== null) await this.signIn.enter(account, provider, request, response);
    return attempt.returnTo;
  }

  /** The error code for the sign-in page. The provider's own error message only goes to the log. */
  private codeOf(error: unknown, provider: OutsideProvider): ErrorCode {
    if (error instanceof ApiError) return error.code;
    if (violates(error, 'identities_subject_key')) return 'identity_taken';
    if (violates(error, 'identities_user_provider_key')) return 'provider_connected';
    const code = (error as { code?: unknown } | null)?.code;
    if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'oauth_clock';
    const isRefused =
      code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE' || (error as { error?: unknown } | null)?.error === 'invalid_client';
    const reason = typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown error';
    const advice = isRefused ? '. The provider does not accept the configured client id and secret.' : '';
    this.logger.warn(`A sign-in with ${provider} failed: ${reason}${advice}`);
    return 'oauth_failed';
  }

  /**
   * Target after signing in: the host on which the attempt started, with the requested path if it stays on this origin.
   */
  private returnTarget(next: string | null, { host }: RequestContext): string {
    // One slash, followed by neither slash nor backslash, because browsers read both as the beginning of a host.
    const path = next !== null && next.length <= 1000 && /^\/(?![/\\])[\x21-\x7e]*$/.test(next) ? next : '/';
    return host.kind === 'workspace' ? `${this.views.dashboardUrl(host.label)}${path}` : path;
  }
}

/** Constraints that a concurrent sign-in of the same person, in another tab, makes this one violate. */
const CREATED_CONCURRENTLY = ['users_email_key', 'identities_subject_key', 'identities_user_provider_key'];

/** Retries `work` once if a concurrent request has created the same account or identity: the retry finds them. */
async function retryIfCreated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (CREATED_CONCURRENTLY.some((constraint) => violates(error, constraint))) return work();
    throw error;
  }
}

/** The sign-in page that shows an error, on the host on which the attempt started and with the original target. */
function signInPage(code: ErrorCode, returnTo: string): string {
  const origin = URL.canParse(returnTo) ? new URL(returnTo).origin : '';
  const path = returnTo.slice(origin.length);
  return `${origin}/login?error=${code}${path === '/' ? '' : `&returnTo=${encodeURIComponent(path)}`}`;
}
