import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { PERMISSIONS, ROLES, type ErrorCode, type Permission, type Role } from '@signpost/contracts';
import type { Request } from 'express';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Config } from '../config/index.js';
import { ApiError } from '../errors/index.js';
import type { HostTarget } from '../http/index.js';
import { JobsSecret, OperatorOnly, Public, Requires, Sessionless, SignedIn } from './access.decorators.js';
import type { RateLimits } from '../limits/index.js';
import { AccessGuard } from './access.guard.js';
import { Principals, type Member, type SessionInfo } from './principals.js';

const TOKEN = 'a'.repeat(43);
const OTHER_TOKEN = 'b'.repeat(43);
const SECRET = 'a secret of the jobs route';
const HOST: HostTarget = { kind: 'single', onShortDomain: false };

class Routes {
  @Public() open(): void {}
  @Public() @Sessionless() health(): void {}
  @SignedIn() @Sessionless() personal(): void {}
  @Requires('links.manage') manage(): void {}
  @Requires('links.read') read(): void {}
  @Requires('links.dream' as Permission) unheardOf(): void {}
  @JobsSecret() jobs(): void {}
  @OperatorOnly() operator(): void {}
  silent(): void {}
}

const aSession = (changes: Partial<SessionInfo> = {}): SessionInfo => ({
  sessionId: 's',
  userId: 'u',
  email: 'ada@example.test',
  verified: true,
  isDemo: false,
  weeklyDigest: false,
  displayName: null,
  way: 'password',
  signedInAt: new Date(0),
  extended: false,
  ...changes,
});

/** Principals that know one session, whose token is TOKEN, and one membership of its account. */
class Known extends Principals {
  session: SessionInfo | null = aSession();
  role: Role | null = 'MEMBER';
  readonly queries: string[] = [];

  override findSession(token: string): Promise<SessionInfo | null> {
    this.queries.push(token);
    return Promise.resolve(token === TOKEN ? this.session : null);
  }

  override findMember(session: SessionInfo, host: HostTarget): Promise<Member | null> {
    if (this.role === null || session !== this.session || host !== HOST) return Promise.resolve(null);
    return Promise.resolve({ userId: session.userId, role: this.role, workspaceId: 'w' } as Member);
  }
}

let known: Known;
let config: { jobsSecret: string | null; operatorEmails: string[]; mode: 'single'; isSecure: boolean };
let cookies: [string, string, { maxAge?: number }][];
let request: Request;
/** Names of the limits by which wrong secrets were counted, and how many are allowed. */
let guesses: string[];
const GUESSES = 2;

beforeEach(() => {
  guesses = [];
  known = new Known();
  config = { jobsSecret: SECRET, operatorEmails: ['ada@example.test'], mode: 'single', isSecure: false };
  cookies = [];
});

/** Calls a route. @returns `true`, or the code of the refusal. */
async function call(route: keyof Routes, headers: Record<string, string> = {}): Promise<true | ErrorCode> {
  request = { headers, context: { session: null, member: null, host: HOST } } as unknown as Request;
  const response = {
    cookie: (name: string, value: string, options: { maxAge?: number }) => cookies.push([name, value, options]),
  };
  const context = {
    getHandler: () => Routes.prototype[route],
    getClass: () => Routes,
    switchToHttp: () => ({ getRequest: () => request, getResponse: () => response }),
  } as unknown as ExecutionContext;
  const limits = {
    consume: () => Promise.resolve(),
    tryConsume: (name: string) => Promise.resolve(guesses.push(name)),
    isOver: () => Promise.resolve(guesses.length > GUESSES),
  } as unknown as RateLimits;
  const guard = new AccessGuard(new Reflector(), known, limits, config as unknown as Config);
  try {
    const passes = await guard.canActivate(context);
    expect(passes).toBe(true);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

const signedIn = (token = TOKEN) => ({ cookie: `signpost_session=${token}` });
const bearer = (secret = SECRET) => ({ authorization: `Bearer ${secret}` });

test('a route that declares no access is rejected, and the error names it', async () => {
  await expect(call('silent', signedIn())).rejects.toThrow('Routes.silent declares no access');
});

describe('a session', () => {
  test('is read if a cookie is sent, even on a public route', async () => {
    expect(await call('open', signedIn())).toBe(true);
    expect(request.context.session).toBe(known.session);
    expect(request.context.member).toBeNull();
    expect(known.queries).toEqual([TOKEN]);
  });

  test('is not read on a route that must answer without a database', async () => {
    expect(await call('health', signedIn())).toBe(true);
    expect(request.context.session).toBeNull();
    expect(known.queries).toEqual([]);
  });

  test.each([
    ['no cookie', {}],
    ['another cookie', { cookie: `other=${TOKEN}` }],
    ['too short', signedIn('a'.repeat(42))],
    ['too long', signedIn('a'.repeat(44))],
    ['characters that no token has', signedIn(`${'a'.repeat(42)}.`)],
  ])('%s: no session is looked up, and the caller is anonymous', async (_, headers) => {
    expect(await call('open', headers)).toBe(true);
    expect(request.context.session).toBeNull();
    expect(known.queries).toEqual([]);
    expect(await call('personal', headers)).toBe('unauthenticated');
  });

  test('a token without a session is anonymous', async () => {
    expect(await call('open', signedIn(OTHER_TOKEN))).toBe(true);
    expect(await call('personal', signedIn(OTHER_TOKEN))).toBe('unauthenticated');
    expect(await call('read', signedIn(OTHER_TOKEN))).toBe('unauthenticated');
    expect(cookies).toEqual([]);
  });

  test('several cookies of the same name are tried in turn until one is valid', async () => {
    const cookie = `signpost_session=${OTHER_TOKEN}; signpost_session=${TOKEN}; signpost_session=${OTHER_TOKEN}`;
    expect(await call('personal', { cookie })).toBe(true);
    expect(known.queries).toEqual([OTHER_TOKEN, TOKEN]);
  });

  test('the cookie is sent again when the lifetime was extended, and only then', async () => {
    expect(await call('personal', signedIn())).toBe(true);
    expect(cookies).toEqual([]);
    known.session = aSession({ extended: true });
    expect(await call('personal', signedIn())).toBe(true);
    expect(cookies).toEqual([
      ['signpost_session', TOKEN, { httpOnly: true, sameSite: 'lax', secure: false, path: '/', maxAge: 2_592_000_000 }],
    ]);
  });
});

describe('a permission', () => {
  const matrix = ROLES.flatMap((role) => (['manage', 'read'] as const).map((route) => [role, route] as const));
  test.each(matrix)('%s on a route that needs links.%s', async (role, route) => {
    known.role = role;
    const may = (PERMISSIONS[`links.${route}`] as readonly Role[]).includes(role);
    expect(await call(route, signedIn())).toBe(may ? true : 'permission_denied');
    expect(request.context.member?.role).toBe(may ? role : undefined);
  });

  test('without a membership the answer is that the workspace does not exist', async () => {
    known.role = null;
    expect(await call('read', signedIn())).toBe('workspace_not_found');
    expect(request.context.member).toBeNull();
  });

  test('without a session the permission is not checked', async () => {
    expect(await call('read')).toBe('unauthenticated');
  });

  test('a permission that does not exist is a programming error of the route', async () => {
    await expect(call('unheardOf', signedIn())).rejects.toThrow('unknown permission links.dream');
  });

  test('the jobs secret grants no permission', async () => {
    expect(await call('read', bearer())).toBe('unauthenticated');
  });
});

describe('the secret of the jobs route', () => {
  test.each([
    ['the secret', bearer(), true],
    ['in other spellings of the scheme', { authorization: `bearer   ${SECRET} ` }, true],
    ['another secret', bearer('another'), 'wrong_secret'],
    ['its beginning', bearer(SECRET.slice(0, -1)), 'wrong_secret'],
    ['nothing', {}, 'wrong_secret'],
    ['nothing after the scheme', { authorization: 'Bearer ' }, 'wrong_secret'],
    ['another scheme', { authorization: `Basic ${SECRET}` }, 'wrong_secret'],
    ['the scheme somewhere', { authorization: `X Bearer ${SECRET}` }, 'wrong_secret'],
    ['an operator’s session', signedIn(), 'wrong_secret'],
  ] as const)('%s', async (_, headers, expected) => {
    expect(await call('jobs', headers)).toBe(expected);
    expect(known.queries).toEqual([]);
  });

  test('without a configured secret the route does not exist', async () => {
    config.jobsSecret = null;
    expect(await call('jobs', bearer())).toBe('not_found');
  });
});

describe('operators', () => {
  test.each([
    ['the secret', bearer(), true],
    ['another secret', bearer('another'), 'not_found'],
    ['another secret together with the session of an operator', { ...signedIn(), ...bearer('another') }, 'not_found'],
    ['a session of an operator', signedIn(), true],
    ['no credentials', {}, 'not_found'],
  ] as const)('%s', async (_, headers, expected) => {
    expect(await call('operator', headers)).toBe(expected);
  });

  test('wrong secrets are limited as at the jobs route; the right secret is not', async () => {
    for (let times = 0; times < 2 * GUESSES; times += 1) expect(await call('operator', bearer())).toBe(true);
    for (let times = 0; times <= GUESSES; times += 1) await call('operator', bearer('another'));
    expect(await call('operator', bearer())).toBe('not_found');
    expect(guesses).toEqual(Array(GUESSES + 1).fill('JOBS'));
  });

  test('an unverified address makes no operator', async () => {
    known.session = aSession({ verified: false });
    expect(await call('operator', signedIn())).toBe('not_found');
  });

  test('the owner of a workspace is not an operator', async () => {
    known.role = 'OWNER';
    known.session = aSession({ email: 'grace@example.test' });
    expect(await call('operator', signedIn())).toBe('not_found');
  });

  test('without a jobs secret the route does not exist', async () => {
    config.jobsSecret = null;
    expect(await call('operator', signedIn())).toBe('not_found');
  });
});
