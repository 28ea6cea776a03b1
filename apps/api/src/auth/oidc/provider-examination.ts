import type { ProviderFindings } from '@signpost/contracts';
import type { CompanyProviderConfig, OidcProviderConfig } from '../../platform/config/index.js';
import { reasonOf } from '../../platform/errors/index.js';

/** The result of one check. */
export type ProviderFinding = ProviderFindings['items'][number];

const TIMEOUT_MS = 10_000;
/**
 * Clock differences in milliseconds: tokens are valid for a few minutes, so beyond the first limit some are rejected,
 * beyond the second all.
 */
const SKEW_WARNED_MS = 30_000;
const SKEW_FAILED_MS = 300_000;

type Metadata = Readonly<Record<string, unknown>>;

/**
 * Checks a provider as a sign-in would use it: discovery, issuer, clock, endpoints and claims.
 * @param configured with the groups claim for the organisation's provider.
 * @param redirectUri that must be registered at the provider.
 */
export async function examineProvider(
  configured: OidcProviderConfig & Partial<Pick<CompanyProviderConfig, 'groupsClaim'>>,
  redirectUri: string,
): Promise<ProviderFinding[]> {
  const issuer = configured.issuer.replace(/\/$/, '');
  const address = `${issuer}/.well-known/openid-configuration`;
  const sentAt = Date.now();
  let answer: Response;
  let metadata: Metadata;
  try {
    answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' });
    if (!answer.ok) throw new Error(`it answered ${answer.status}`);
    metadata = (await answer.json()) as Metadata;
  } catch (error) {
    const detail = `${address} could not be read: ${reasonOf(error)}`;
    return [
      { check: 'discovery', state: 'failed', detail, action: 'Check the issuer, and that this server can reach it.' },
    ];
  }
  return [
    { check: 'discovery', state: 'ok', detail: `${address} answers.` },
    ofIssuer(metadata, issuer),
    ofClock(answer, sentAt),
    ofProtocol(metadata),
    ofClaims(metadata, configured.groupsClaim ?? null),
    ofLogout(metadata),
    {
      check: 'redirect address',
      state: 'ok',
      detail: `${redirectUri} must be registered at the provider as a redirect URI.`,
    },
  ];
}

/** Advice if the answer is not that of a provider. */
const NO_PROVIDER = 'Check that the issuer is the address of an OpenID provider.';

function ofIssuer(metadata: Metadata, issuer: string): ProviderFinding {
  const named = typeof metadata['issuer'] === 'string' ? metadata['issuer'] : '';
  // Microsoft's shared tenants return a pattern as issuer.
  const isSame = named.replace(/\/$/, '') === issuer || named.includes('{tenantid}');
  return isSame
    ? { check: 'issuer', state: 'ok', detail: `Its issuer is ${named}.` }
    : {
        check: 'issuer',
        state: 'failed',
        detail: named === '' ? 'It does not name its issuer.' : `Its issuer is ${named}, not ${issuer}.`,
        action: named === '' ? NO_PROVIDER : `Set the issuer to ${named}.`,
      };
}

function ofClock(answer: Response, sentAt: number): ProviderFinding {
  const date = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(date)) return { check: 'clock', state: 'ok', detail: 'It does not send its time.' };
  // The `Date` header has a resolution of one second, and the response took time to arrive.
  const skew = Math.max(0, Math.abs(date - (sentAt + Date.now()) / 2) - 1000);
  const detail = `Its clock and that of this server differ by ${Math.round(skew / 1000)} s.`;
  if (skew < SKEW_WARNED_MS) return { check: 'clock', state: 'ok', detail };
  const state = skew < SKEW_FAILED_MS ? 'warning' : 'failed';
  return { check: 'clock', state, detail, action: 'Let both machines set their clocks from the network (NTP).' };
}

function ofProtocol(metadata: Metadata): ProviderFinding {
  const missing = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'].filter(
    (name) => typeof metadata[name] !== 'string',
  );
  return missing.length === 0
    ? { check: 'sign-in', state: 'ok', detail: 'It has the endpoints that a sign-in needs.' }
    : {
        check: 'sign-in',
        state: 'failed',
        detail: `It does not name ${missing.join(', ')}.`,
        action: NO_PROVIDER,
      };
}

function ofClaims(metadata: Metadata, groupsClaim: string | null): ProviderFinding {
  const known = metadata['claims_supported'];
  if (!Array.isArray(known)) return { check: 'claims', state: 'ok', detail: 'It does not list its claims.' };
  const wanted = [
    'email',
    'email_verified',
    ...(groupsClaim === null ? [] : [groupsClaim.split('.')[0] ?? groupsClaim]),
  ];
  const missing = wanted.filter((claim) => !known.includes(claim));
  return missing.length === 0
    ? { check: 'claims', state: 'ok', detail: `It has the claims ${wanted.join(', ')}.` }
    : {
        check: 'claims',
        state: 'warning',
        detail: `Its list of claims lacks ${missing.join(', ')}.`,
        action: 'Let this client read them. Without a verified address, nobody new can sign in.',
      };
}

function ofLogout(metadata: Metadata): ProviderFinding {
  const ends = typeof metadata['end_session_endpoint'] === 'string';
  return {
    check: 'sign-out',
    state: 'ok',
    detail: ends ? 'Signing out ends the session at the provider, too.' : 'It has no endpoint for signing out.',
  };
}
