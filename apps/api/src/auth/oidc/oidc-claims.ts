import { isEmail } from 'class-validator';
import { LIMITS, type OutsideProvider } from '@signpost/contracts';
import type { ExternalIdentity } from './identities.repository.js';

/** Microsoft's tenant of personal accounts, whose addresses Microsoft itself has verified. */
const PERSONAL_TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad';
const SHARED_TENANTS = new Set(['common', 'organizations', 'consumers']);

/** What a provider says of a person; checked by the client library, but not for meaning. */
export interface Claims {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

/** Who came back from the provider. */
export interface VerifiedIdentity extends ExternalIdentity {
  /** Whether the provider vouches for the address; never for an empty one. */
  readonly emailVerified: boolean;
  /** Groups that the provider names, as far as somebody has asked for them. */
  readonly groups: readonly string[];
}

/**
 * Reads an identity from claims.
 * @param configured the discovery address, which tells whether one Microsoft tenant was chosen, and the claim of groups.
 */
export function identityOf(
  provider: OutsideProvider,
  claims: Claims,
  { issuer, groupsClaim = null }: { issuer: string; groupsClaim?: string | null },
): VerifiedIdentity {
  const given = addressOf(claims['email']);
  // Where Microsoft says no address, the name that somebody signs in with tells one account from another; it proves nothing.
  const email = given === '' ? addressOf(claims['preferred_username']) : given;
  const tenant = provider === 'microsoft' && typeof claims['tid'] === 'string' ? claims['tid'] : null;
  return {
    provider,
    // Tenants are issuers of their own: a subject is unique within one.
    subject: tenant === null ? claims.sub : `${tenant}.${claims.sub}`,
    email,
    emailVerified: given !== '' && (isTrue(claims['email_verified']) || isVouchedFor(tenant, claims, issuer)),
    groups: groupsClaim === null ? [] : groupsOf(claims, groupsClaim),
  };
}

/**
 * The groups of a claim: a list of names, one name, or an object whose keys are the names (Zitadel). A claim that does not
 * stand there as it is called is looked for along its dots (`realm_access.roles` of Keycloak).
 */
export function groupsOf(claims: Claims, claim: string): string[] {
  const found = entryOf(claims, claim) ?? claim.split('.').reduce<unknown>((value, key) => entryOf(value, key), claims);
  if (typeof found === 'string') return [found];
  if (Array.isArray(found)) return found.filter((name): name is string => typeof name === 'string');
  return typeof found === 'object' && found !== null ? Object.keys(found) : [];
}

function entryOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

function addressOf(claim: unknown): string {
  const address = typeof claim === 'string' ? claim.trim().toLowerCase() : '';
  return isEmail(address) && address.length <= LIMITS.emailLength ? address : '';
}

/**
 * Microsoft sends no `email_verified`, and a foreign tenant's administrator can write any address into an account.
 * Trusted are: a domain that Microsoft knows the tenant to own (`xms_edov`), personal accounts, and the one tenant
 * that the operator has configured.
 */
function isVouchedFor(tenant: string | null, claims: Claims, issuer: string): boolean {
  if (tenant === null) return false;
  return isTrue(claims['xms_edov']) || tenant === PERSONAL_TENANT || namesOneTenant(issuer);
}

function namesOneTenant(issuer: string): boolean {
  const path = /^\/([^/]+)\/v2\.0\/?$/.exec(new URL(issuer).pathname);
  return path !== null && !SHARED_TENANTS.has(path[1] ?? '');
}

function isTrue(claim: unknown): boolean {
  return claim === true || claim === 'true' || claim === 1 || claim === '1';
}
