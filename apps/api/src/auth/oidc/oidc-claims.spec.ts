import { describe, expect, test } from 'vitest';
import { completed, identityOf, type Claims } from './oidc-claims.js';

const GOOGLE = 'https://accounts.google.com/';
const COMMON = 'https://login.microsoftonline.com/common/v2.0';
const OWN = 'https://login.microsoftonline.com/8f0c2f2e-0000-4000-8000-000000000001/v2.0';
const TENANT = '8f0c2f2e-0000-4000-8000-000000000001';
const PERSONAL = '9188040d-6c67-4c5b-b112-36a304b66dad';
const claims = (more: Record<string, unknown>): Claims => ({ sub: 'S', email: 'Mira@Example.com', ...more });

describe('whether the provider vouches for the address', () => {
  test.each([
    ['Google, verified', 'google', claims({ email_verified: true }), GOOGLE, true],
    ['Google, verified as text', 'google', claims({ email_verified: 'true' }), GOOGLE, true],
    ['Google, unverified', 'google', claims({ email_verified: false }), GOOGLE, false],
    ['Google, nothing said', 'google', claims({}), GOOGLE, false],
    ['Google, with the claims of Microsoft', 'google', claims({ tid: PERSONAL, xms_edov: true }), GOOGLE, false],
    ['Microsoft, any tenant', 'microsoft', claims({ tid: TENANT }), COMMON, false],
    ['Microsoft, any tenant that owns the domain', 'microsoft', claims({ tid: TENANT, xms_edov: 1 }), COMMON, true],
    ['Microsoft, any tenant that does not', 'microsoft', claims({ tid: TENANT, xms_edov: false }), COMMON, false],
    ['Microsoft, a personal account', 'microsoft', claims({ tid: PERSONAL }), COMMON, true],
    ['Microsoft, the configured tenant', 'microsoft', claims({ tid: TENANT }), OWN, true],
    ['Microsoft, no tenant named', 'microsoft', claims({}), OWN, false],
    ['no address at all', 'google', { sub: 'S', email_verified: true }, GOOGLE, false],
    ['no real address', 'google', claims({ email: 'nonsense', email_verified: true }), GOOGLE, false],
  ] as const)('%s', (_, provider, given, issuer, expected) => {
    expect(identityOf(provider, given, { issuer }).emailVerified).toBe(expected);
  });
});

test('without an address the sign-in name is used, which does not count as verified', () => {
  const nameless = { ...claims({ email_verified: true, tid: TENANT }), email: undefined };
  const named = { ...nameless, preferred_username: 'Mira@Contoso.example' };
  expect(identityOf('microsoft', named, { issuer: GOOGLE })).toMatchObject({
    email: 'mira@contoso.example',
    emailVerified: false,
  });
  expect(identityOf('microsoft', { ...named, preferred_username: 'mira' }, { issuer: GOOGLE }).email).toBe('');
});

test('addresses are lower case, and a subject belongs to its tenant', () => {
  expect(identityOf('google', claims({ email_verified: true, tid: TENANT }), { issuer: GOOGLE })).toEqual({
    provider: 'google',
    subject: 'S',
    email: 'mira@example.com',
    emailVerified: true,
    groups: [],
  });
  expect(identityOf('microsoft', claims({ tid: TENANT }), { issuer: COMMON }).subject).toBe(`${TENANT}.S`);
});

test.each([
  ['a list', { groups: ['staff', 7, 'admins'] }, 'groups', ['staff', 'admins']],
  ['one name', { groups: 'staff' }, 'groups', ['staff']],
  ['an object', { 'urn:roles': { editor: { id: 'x' } } }, 'urn:roles', ['editor']],
  ['along dots', { realm_access: { roles: ['staff'] } }, 'realm_access.roles', ['staff']],
  ['a claim with dots in its name', { 'example.com/groups': ['staff'] }, 'example.com/groups', ['staff']],
  ['nothing', {}, 'groups', []],
  ['no own property', {}, 'constructor', []],
])('groups are %s', (_, more, groupsClaim, groups) => {
  expect(identityOf('oidc', claims(more), { issuer: GOOGLE, groupsClaim }).groups).toEqual(groups);
});

test.each([
  ['said by userinfo alone', {}, { email: 'mira@example.com', email_verified: true }, 'mira@example.com', true],
  ['verified according to userinfo', { email: 'mira@example.com' }, { email_verified: true }, 'mira@example.com', true],
  [
    'verified in the token, another in userinfo',
    { email: 'mira@example.com', email_verified: true },
    { email: 'victim@example.com', groups: ['staff'] },
    'mira@example.com',
    true,
  ],
  [
    'in the token, another verified in userinfo',
    { email: 'victim@example.com' },
    { email: 'mira@example.com', email_verified: true },
    'victim@example.com',
    false,
  ],
  [
    'said by userinfo, nothing verified there',
    { email_verified: true },
    { email: 'a@example.com' },
    'a@example.com',
    false,
  ],
])('an address %s', (_, token, info, email, emailVerified) => {
  const identity = identityOf('oidc', completed({ sub: 'S', ...token }, info), { issuer: GOOGLE });
  expect(identity).toMatchObject({ email, emailVerified });
});
