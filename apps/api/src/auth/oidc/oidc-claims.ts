import { isEmail } from 'class-validator';
import { LIMITS, type OutsideProvider } from '@signpost/contracts';
import type { ExternalIdentity } from './identities.repository.js';

/** Microsoft's tenant for personal accounts, whose addresses Microsoft itself has verified. */
const PERSONAL_TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad';
const SHARED_TENANTS = new Set(['common', 'organizations', 'consumers']);

/** Claims of an ID token, already validated by the client library, but not interpreted. */
export interface Claims {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

/** The user as identified by the provider. */
export interface VerifiedIdentity extends ExternalIdentity {
  /** Whether the provider has verified the address; false for an empty one. */
  readonly emailVerified: boolean;
  /** Groups reported by the provider; empty unless a groups claim is configured. */
  readonly groups: readonly string[];
}

/**
 * Builds the identity from claims.
 * @param configured the issuer, which tells whether a single Microsoft tenant is configured, and the claim with the
 *   groups.
 */
export function identityOf(
  provider: OutsideProvider,
  claims: Claims,
  { issuer, groupsClaim = null }: { issuer: string; groupsClaim?: string | null },
): VerifiedIdentity {
  const given = addressOf(claims['email']);
  // Microsoft may omit the address: the sign-in name then serves to tell accounts apart, but does not count as
  // verified.
  const email = given === '' ? addressOf(claims['preferred_username']) : given;
  const tenant = provider === 'microsoft' && typeof claims['tid'] === 'string' ? claims['tid'] : null;
  return {
    provider,
    // Each tenant is its own issuer: a subject is only unique within a tenant.
    subject: tenant === null ? claims.sub : `${tenant}.${claims.sub}`,
    email,
    emailVerified: given !== '' && (isTrue(claims['email_verified']) || isVouchedFor(tenant, claims, issuer)),
    groups: groupsClaim === null ? [] : groupsOf(claims, groupsClaim),
  };
}

/**
 * Claims of an ID token, completed by those of the userinfo endpoint. An address and whether it is verified are taken from
 * the same place, because the two may name different addresses.
 */
export function completed(claims: Claims, info: Readonly<Record<string, unknown>>): Claims {
  const both = { ...claims, ...info, sub: claims.sub };
  if (claims['email'] === undefined) return { ...both, email_verified: info['email_verified'] };
  const isSame = info['email'] === undefined || info['email'] === claims['email'];
  const isVerified = claims['email_verified'] ?? (isSame ? info['email_verified'] : undefined);
  return { ...both, email: claims['email'], email_verified: isVerified };
}

/**
 * The groups in a claim: a list of names, a single name, or an object whose keys are the names (Zitadel). If there is
 * no claim with the exact name, it is resolved as a dotted path (`realm_access.roles` of Keycloak).
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
 * Microsoft sends no `email_verified`, and the administrator of a foreign tenant can enter any address for an account.
 * Therefore only these are trusted: a domain that the tenant has verified with Microsoft (`xms_edov`), personal
 * accounts, and the single tenant that the operator has configured.
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
