/** Sends the requests about one thing one after another, so that of two opposite ones the later holds. */
export class InOrder {
  private readonly last = new Map<string, Promise<unknown>>();

  /**
   * Calls `send` when the earlier requests of the key are answered, at once when there are none; one that failed does
   * not hold up the next.
   */
  run<T>(key: string, send: () => Promise<T>): Promise<T> {
    const before = this.last.get(key);
    const answer = before ? before.then(send, send) : send();
    const ended = (): void => {
      if (this.last.get(key) === answer) this.last.delete(key);
    };
    this.last.set(key, answer);
    answer.then(ended, ended);
    return answer;
  }
}
