/**
 * Keys for requests that must not be executed twice (`Idempotency-Key`): an unchanged retry has the same key, so that a
 * click repeated after a lost response creates nothing twice; any other request has a new key.
 */
export class SafeRepeat {
  private sent = '';
  private key = '';

  keyFor(body: unknown): string {
    const now = JSON.stringify(body);
    if (now !== this.sent || this.key === '') {
      this.sent = now;
      // Not `randomUUID`, which is unavailable over plain HTTP.
      this.key = [...crypto.getRandomValues(new Uint8Array(16))]
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('');
    }
    return this.key;
  }
}
