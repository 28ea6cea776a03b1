import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  LIMITS,
  type CreatePasskeyInput,
  type Passkey,
  type PasskeyList,
  type PasskeyOptions,
  type SessionUser,
} from '@signpost/contracts';
import type * as WebAuthn from '@simplewebauthn/server';
import type { Request, Response } from 'express';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { SessionInfo } from '../../platform/access/index.js';
import { Config } from '../../platform/config/index.js';
import { fail, failField, reasonOf, violates } from '../../platform/errors/index.js';
import type { RequestContext } from '../../platform/http/index.js';
import { RateLimits } from '../../platform/limits/index.js';
import { hashToken } from '../../platform/security/index.js';
import { Clock } from '../../platform/time/index.js';
import { WorkspaceViews } from '../../workspaces/index.js';
import { SecurityNotices } from '../account/security-notices.js';
import { AccountsRepository } from '../account/accounts.repository.js';
import type { PasskeyEntity } from './passkey.entity.js';
import { PasskeysRepository } from './passkeys.repository.js';
import { SealedCookie } from '../sealed-cookie.js';
import { sessionDevice } from '../session/session-device.js';
import { SignInMethods } from '../sign-in/sign-in-methods.js';
import { SignInService } from '../sign-in/sign-in.service.js';

/** Time to respond to a challenge, in milliseconds: an open sign-in page offers passkeys until it is closed. */
const CHALLENGE_MS = 24 * 3_600_000;
/** Challenges kept per browser, newest first: each tab with a sign-in page has its own. */
const OPEN_CHALLENGES = 5;
const NAME = 'Signpost';

/** A pending challenge: to add a passkey to an account, or to sign in with one. */
interface Challenge {
  readonly challenge: string;
  /** Null for a sign-in. */
  readonly userId: string | null;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

/**
 * Passkeys: discoverable credentials with user verification, so that they count as both factors. They are valid for
 * every host of the instance, because their relying party is the host of PUBLIC_URL. Verification is done by
 * @simplewebauthn/server.
 */
@Injectable()
export class PasskeysService {
  private readonly logger = new Logger(PasskeysService.name);
  private readonly challenges: SealedCookie<readonly Challenge[]>;

  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly methods: SignInMethods,
    private readonly signIn: SignInService,
    private readonly notices: SecurityNotices,
    private readonly views: WorkspaceViews,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {
    this.challenges = new SealedCookie(config, {
      name: 'signpost_passkey',
      path: '/api/auth/passkeys',
      lifetimeMs: CHALLENGE_MS,
    });
  }

  async list({ userId }: SessionInfo): Promise<PasskeyList> {
    return { items: (await this.passkeys.listOf(userId)).map(toView) };
  }

  /**
   * Options with which a browser creates a passkey for the account.
   * @throws ApiError `demo_restricted`; `email_unverified`, because an attacker who registered someone else's address
   *   would otherwise keep access after the owner resets the password; `validation_failed` at the maximum number of
   *   passkeys.
   */
  async beginAdding(
    { userId, email, isDemo, verified }: SessionInfo,
    request: Request,
    response: Response,
  ): Promise<PasskeyOptions> {
    if (isDemo) fail('demo_restricted');
    if (!verified) fail('email_unverified');
    const own = await this.passkeys.listOf(userId);
    requireRoom(own.length);
    const { generateRegistrationOptions } = await library();
    const options = await generateRegistrationOptions({
      rpName: NAME,
      rpID: this.rpId,
      userName: email,
      userDisplayName: email,
      userID: new Uint8Array(Buffer.from(userId)),
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: own.map(({ credentialId: id, transports }) => ({ id, transports: transportsOf(transports) })),
    });
    this.keepChallenge(options.challenge, userId, request, response);
    return { ...options };
  }

  /**
   * Adds the passkey that the browser has created.
   * @throws ApiError `passkey_refused`, `passkey_taken`; `validation_failed` at the maximum number of passkeys.
   */
  async add(input: CreatePasskeyInput, session: SessionInfo, request: Request, response: Response): Promise<Passkey> {
    const { userId } = session;
    const issued = this.takeChallenges(request, response).filter((challenge) => challenge.userId === userId);
    const { verifyRegistrationResponse } = await library();
    const verified = await this.verified(() =>
      verifyRegistrationResponse({
        response: input.response as unknown as WebAuthn.RegistrationResponseJSON,
        expectedChallenge: (given) => issued.some(({ challenge }) => challenge === given),
        expectedOrigin: this.origins(request.context),
        expectedRPID: this.rpId,
        requireUserVerification: true,
      }),
    );
    if (!verified.verified) fail('passkey_refused');
    const { credential } = verified.registrationInfo;
    const { browser, os } = sessionDevice(request);
    const passkey = {
      id: uuidv7(),
      userId,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: String(credential.counter),
      transports: [...(credential.transports ?? [])],
      name: input.name ?? `${browser} on ${os}`,
      createdAt: this.clock.date(),
    };
    try {
      await this.source.transaction(async (tx) => {
        await this.accounts.lock(userId, tx);
        // Again, because several may have been begun at once.
        requireRoom(await this.passkeys.countOf(userId, tx));
        await this.useUp(input.response, tx);
        await this.passkeys.insert(passkey, tx);
        await this.notices.send(userId, 'passkey_added', { name: passkey.name }, tx);
      });
    } catch (error) {
      if (violates(error, 'passkeys_credential_key')) fail('passkey_taken');
      throw error;
    }
    return toView({ ...passkey, lastUsedAt: null });
  }

  /** @throws ApiError `passkey_not_found` */
  async rename({ userId }: SessionInfo, id: string, name: string): Promise<Passkey> {
    return toView((await this.passkeys.rename(userId, id, name)) ?? fail('passkey_not_found'));
  }

  /** @throws ApiError `passkey_not_found`, `last_identity` */
  async remove({ userId }: SessionInfo, id: string): Promise<void> {
    await this.source.transaction(async (tx) => {
      // Serialises removals: two concurrent ones could otherwise remove the last two methods.
      await this.accounts.lock(userId, tx);
      const own = await this.passkeys.listOf(userId, tx);
      const passkey = own.find((one) => one.id === id) ?? fail('passkey_not_found');
      await this.methods.requireAnotherThan(userId, { passkeyId: id }, tx);
      await this.passkeys.delete(userId, id, tx);
      await this.notices.send(userId, 'passkey_removed', { name: passkey.name }, tx);
    });
  }

  /** Options with which a browser offers its passkeys for this host; the account is not known beforehand. */
  async beginSignIn(request: Request, response: Response): Promise<PasskeyOptions> {
    const { generateAuthenticationOptions } = await library();
    const options = await generateAuthenticationOptions({ rpID: this.rpId, userVerification: 'required' });
    this.keepChallenge(options.challenge, null, request, response);
    return { ...options };
  }

  /** Signs in with a passkey. @throws ApiError `passkey_refused`, `rate_limited` */
  async finishSignIn(input: Record<string, unknown>, request: Request, response: Response): Promise<SessionUser> {
    const { context } = request;
    await this.limits.consume('LOGIN', context.client, context);
    const issued = this.takeChallenges(request, response).filter(({ userId }) => userId === null);
    const given = input as unknown as WebAuthn.AuthenticationResponseJSON;
    const known = typeof given.id === 'string' ? await this.passkeys.findByCredential(given.id) : null;
    const passkey = known ?? fail('passkey_refused');
    const { verifyAuthenticationResponse } = await library();
    const verified = await this.verified(() =>
      verifyAuthenticationResponse({
        response: given,
        expectedChallenge: (one) => issued.some(({ challenge }) => challenge === one),
        expectedOrigin: this.origins(context),
        expectedRPID: this.rpId,
        requireUserVerification: true,
        credential: {
          id: passkey.credentialId,
          publicKey: new Uint8Array(passkey.publicKey),
          counter: Number(passkey.counter),
          transports: transportsOf(passkey.transports),
        },
      }),
    );
    if (!verified.verified) fail('passkey_refused');
    await this.source.transaction(async (tx) => {
      await this.useUp(input, tx);
      const { newCounter } = verified.authenticationInfo;
      if (!(await this.passkeys.noteUse(passkey, newCounter, this.clock.date(), tx))) fail('passkey_refused');
    });
    const account = (await this.accounts.findById(passkey.userId)) ?? fail('passkey_refused');
    return this.signIn.enter(account, 'passkey', request, response);
  }

  /** Maps every error of the library to one refusal; its message only goes to the debug log. */
  private async verified<T>(verify: () => Promise<T>): Promise<T> {
    try {
      return await verify();
    } catch (error) {
      this.logger.debug(`A passkey was refused: ${reasonOf(error)}`);
      return fail('passkey_refused');
    }
  }

  private keepChallenge(challenge: string, userId: string | null, request: Request, response: Response): void {
    const now = this.clock.now();
    const issued = { challenge, userId, expiresAt: now + CHALLENGE_MS };
    const open = [issued, ...this.openChallenges(request, now)].slice(0, OPEN_CHALLENGES);
    this.challenges.set(response, open, now);
  }

  private takeChallenges(request: Request, response: Response): Challenge[] {
    this.challenges.clear(response);
    return this.openChallenges(request, this.clock.now());
  }

  private openChallenges(request: Request, now: number): Challenge[] {
    return this.challenges
      .read(request, now)
      .flat()
      .filter(({ expiresAt }) => expiresAt > now);
  }

  /** Rejects replays: a response is accepted once, whichever cookie comes with it. */
  private async useUp(answer: Record<string, unknown>, tx: EntityManager): Promise<void> {
    const { clientDataJSON } = (answer['response'] ?? {}) as { clientDataJSON?: unknown };
    const expiresAt = new Date(this.clock.now() + CHALLENGE_MS);
    const isFirst = await this.passkeys.useChallenge(hashToken(String(clientDataJSON)), expiresAt, tx);
    if (!isFirst) fail('passkey_refused');
  }

  private get rpId(): string {
    return this.config.publicUrl.hostname;
  }

  /** Allowed origins: the dashboard's main host and that of the requested workspace. */
  private origins({ host }: RequestContext): string[] {
    const own = this.config.publicOrigin;
    return host.kind === 'workspace' ? [own, this.views.dashboardUrl(host.label)] : [own];
  }
}

function requireRoom(passkeys: number): void {
  if (passkeys >= LIMITS.passkeysPerAccount) failField('', 'passkeys_max', { max: LIMITS.passkeysPerAccount });
}

/** Imported on first use: together with its dependencies it is a tenth of all modules. */
function library(): Promise<typeof WebAuthn> {
  return import('@simplewebauthn/server');
}

function transportsOf(transports: readonly string[]): WebAuthn.AuthenticatorTransport[] {
  return transports as WebAuthn.AuthenticatorTransport[];
}

function toView({ id, name, createdAt, lastUsedAt }: PasskeyEntity): Passkey {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}
