import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Config } from '../../platform/config/index.js';
import type { Clock } from '../../platform/time/index.js';
import { OidcClient } from './oidc-client.js';

const SECRET = 'the secret of the client';
const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** A provider that answers every code with the token set by the test. */
let provider: Server;
let issuer: string;
let idToken = '';
/** Additional metadata of the provider. */
let metadata: object = {};

beforeAll(async () => {
  provider = createServer((request, response) => {
    const json = (body: object): void =>
      void response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
    if (request.url === '/token') json({ access_token: 'x', token_type: 'bearer', id_token: idToken });
    else if (request.url === '/jwks')
      json({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256' }] });
    else
      json({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        ...metadata,
      });
  });
  await once(provider.listen(0, '127.0.0.1'), 'listening');
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterAll(() => void provider.close());

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const rs256 =
  (key: KeyObject) =>
  (text: string): Buffer =>
    sign('sha256', Buffer.from(text), key);

/** Deviations of the token, and additional parameters of the callback. */
interface Strange {
  readonly claims?: object;
  readonly answer?: string;
}

/** Signs in with a token signed in the given way. */
async function signInWith(
  alg: string,
  signature: (text: string) => Buffer,
  { claims: strange = {}, answer = '' }: Strange = {},
): Promise<string> {
  const google = { issuer, clientId: 'signpost', clientSecret: SECRET };
  const config = { google, publicOrigin: 'http://127.0.0.1:3000' } as Config;
  const client = new OidcClient(config, { now: () => Date.now() } as Clock);
  const { state, nonce, codeVerifier } = await client.begin('google');
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: issuer, aud: 'signpost', sub: 'mira', nonce, iat: now, exp: now + 60, ...strange };
  const text = `${encoded({ alg, kid: 'own' })}.${encoded({ ...claims, email: 'mira@example.com', email_verified: true })}`;
  idToken = `${text}.${signature(text).toString('base64url')}`;
  const attempt = { provider: 'google', state, nonce, codeVerifier } as Parameters<OidcClient['finish']>[0];
  return (await client.finish(attempt, `code=x&state=${state}${answer}`)).subject;
}

test('a token signed by the provider is accepted', async () => {
  expect(await signInWith('RS256', rs256(own.privateKey))).toBe('mira');
});

test.each<[string, string, (text: string) => Buffer]>([
  ['with a key that is not the provider’s', 'RS256', rs256(foreign.privateKey)],
  ['by nobody', 'none', () => Buffer.alloc(0)],
  ['with the secret of the client', 'HS256', (text) => createHmac('sha256', SECRET).update(text).digest()],
])('a token signed %s is rejected', async (_, alg, signature) => {
  await expect(signInWith(alg, signature)).rejects.toThrow();
});

const minutes = (count: number): number => Math.floor(Date.now() / 1000) + count * 60;
const OTHER = 'https://other.example';

test.each<[string, Strange]>([
  ['of another issuer', { claims: { iss: OTHER } }],
  ['for another client', { claims: { aud: 'somebody' } }],
  ['of another attempt', { claims: { nonce: 'another' } }],
  ['about nobody', { claims: { sub: '' } }],
])('a token %s is rejected', async (_, strange) => {
  await expect(signInWith('RS256', rs256(own.privateKey), strange)).rejects.toThrow();
});

test.each<[string, object, string]>([
  ['ten minutes ahead', { iat: minutes(10), exp: minutes(20) }, 'oauth_clock'],
  ['ten minutes behind', { iat: minutes(-10), exp: minutes(50) }, 'oauth_clock'],
  ['so far behind that the token is over', { iat: minutes(-10), exp: minutes(-5) }, 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'],
])('a provider whose clock is %s is reported as such', async (_, claims, code) => {
  await expect(signInWith('RS256', rs256(own.privateKey), { claims })).rejects.toMatchObject({ code });
});

test('tokens backdated by five minutes are accepted', async () => {
  const claims = { iat: minutes(-5), exp: minutes(60) };
  expect(await signInWith('RS256', rs256(own.privateKey), { claims })).toBe('mira');
});

test('a provider that announces the `iss` parameter (RFC 9207) must send it, with its own issuer', async () => {
  metadata = { authorization_response_iss_parameter_supported: true };
  const answered = (answer: string) => signInWith('RS256', rs256(own.privateKey), { answer });
  try {
    expect(await answered(`&iss=${encodeURIComponent(issuer)}`)).toBe('mira');
    await expect(answered('')).rejects.toThrow();
    await expect(answered(`&iss=${encodeURIComponent(OTHER)}`)).rejects.toThrow();
  } finally {
    metadata = {};
  }
});
