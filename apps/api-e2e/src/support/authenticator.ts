import { createHash, generateKeyPairSync, type JsonWebKey, randomBytes, sign } from 'node:crypto';
import type { ApiAnswer, ApiClient } from '@signpost/testing';
import { isoCBOR } from '@simplewebauthn/server/helpers';

// Flag bits of the authenticator data: user present, user verified, attested key included.
const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** A software passkey: does what a browser and its authenticator do, without a browser (Web Authentication Level 3). */
export class Authenticator {
  private readonly id = randomBytes(16);
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  /**
   * @param origin of the page that requests the passkey
   * @param verifies whether it verifies its user, as Signpost requires
   */
  constructor(
    private readonly origin: string,
    private readonly verifies = true,
  ) {}

  /** Adds the passkey to the client's account. */
  async addTo(client: ApiClient, name: string): Promise<ApiAnswer> {
    return client.post('/api/auth/passkeys', { name, response: await this.addAnswer(client) });
  }

  /** The response that a browser sends to add the passkey. */
  async addAnswer(client: ApiClient): Promise<Record<string, unknown>> {
    const { body } = await client.post('/api/auth/passkeys/options');
    const { challenge, rp } = body as { challenge: string; rp: { id: string } };
    const { x, y } = this.keys.publicKey.export({ format: 'jwk' }) as Required<JsonWebKey>;
    // A COSE key: elliptic curve, ES256, P-256 and its point.
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    const held = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, isoCBOR.encode(key)]);
    const authData = new Uint8Array(Buffer.concat([this.data(rp.id, HAS_KEY), held]));
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.answer({
      clientDataJSON: base64url(this.clientData('webauthn.create', challenge)),
      attestationObject: base64url(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
    });
  }

  /** The response that a browser sends to sign in. */
  async signInAnswer(client: ApiClient): Promise<Record<string, unknown>> {
    const { body } = await client.post('/api/auth/passkeys/sign-in/options');
    const { challenge, rpId } = body as { challenge: string; rpId: string };
    const clientData = this.clientData('webauthn.get', challenge);
    const authenticatorData = this.data(rpId);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), this.keys.privateKey);
    return this.answer({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authenticatorData),
      signature: base64url(signature),
    });
  }

  /** Signs a browser in. */
  async signIn(client: ApiClient): Promise<ApiAnswer> {
    return client.post('/api/auth/passkeys/sign-in', { response: await this.signInAnswer(client) });
  }

  private clientData(type: string, challenge: string): string {
    return JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false });
  }

  /** With a signature counter of 0, as synchronised passkeys have none. */
  private data(rpId: string, more = 0): Buffer {
    const flags = PRESENT | (this.verifies ? VERIFIED : 0) | more;
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), Buffer.alloc(4)]);
  }

  private answer(response: Record<string, string>): Record<string, unknown> {
    const id = base64url(this.id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}
