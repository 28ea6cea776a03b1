import { Agent, request } from 'node:http';
import { eventually } from '@signpost/testing';

const PERSON = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36',
};
/** Only to detect a hang. */
const PATIENCE_MS = 60_000;

/** Clients that follow short links continuously, and the results they got. */
export class Visitors {
  answered = 0;
  slowestMs = 0;
  readonly failures: string[] = [];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });
  private isRunning = true;
  private turn = 0;
  private misses = 0;
  private running: Promise<void>[] = [];

  /**
   * @param known URLs that are visited repeatedly.
   * @param fresh the n-th URL that was not visited before, or null when there are no more.
   */
  constructor(
    private origin: string,
    private readonly known: readonly string[],
    private readonly fresh: (n: number) => string | null,
  ) {}

  start(visitors: number): void {
    this.running = Array.from({ length: visitors }, () => this.goOn());
  }

  /** Sends further requests to another instance. */
  move(origin: string): void {
    this.origin = origin;
  }

  until(answered: number): Promise<unknown> {
    return eventually(() => this.answered >= answered || this.failures.length > 0);
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    await Promise.all(this.running);
    this.agent.destroy();
  }

  private async goOn(): Promise<void> {
    while (this.isRunning) {
      this.turn += 1;
      const path =
        (this.turn % 4 === 0 ? this.fresh(this.misses++) : null) ?? this.known[this.turn % this.known.length] ?? '/';
      const startedAt = performance.now();
      const outcome = await this.visit(path);
      this.slowestMs = Math.max(this.slowestMs, performance.now() - startedAt);
      if (outcome === '302') this.answered += 1;
      else this.failures.push(`${path}: ${outcome}`);
    }
  }

  private visit(path: string): Promise<string> {
    return new Promise((resolve) => {
      const outgoing = request(
        new URL(path, this.origin),
        { headers: PERSON, agent: this.agent, timeout: PATIENCE_MS },
        (incoming) => {
          incoming.resume();
          incoming.on('end', () => {
            resolve(String(incoming.statusCode));
          });
          incoming.on('error', (error) => {
            resolve(error.message);
          });
        },
      );
      outgoing.on('timeout', () => outgoing.destroy(new Error('timeout')));
      outgoing.on('error', (error) => {
        resolve(error.message);
      });
      outgoing.end();
    });
  }
}
