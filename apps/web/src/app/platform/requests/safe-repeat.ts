/**
 * Keys for requests that must not be carried out twice (`Idempotency-Key`): what is sent again unchanged has the same key,
 * so that a press repeated after a lost answer makes nothing twice; anything else has another.
 */
export class SafeRepeat {
  private sent = '';
  private key = '';

  keyFor(body: unknown): string {
    const now = JSON.stringify(body);
    if (now !== this.sent || this.key === '') {
      this.sent = now;
      // Not `randomUUID`, which plain http does not have.
      this.key = [...crypto.getRandomValues(new Uint8Array(16))]
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('');
    }
    return this.key;
  }
}
