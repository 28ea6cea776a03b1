import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Piscina } from 'piscina';

/** Longer than the pauses of a user who tries one thing after the other. */
const IDLE_MS = 60_000;
/**
 * Memory limit for V8 in a thread. Without it it lets 150 MB of garbage accumulate, because it assumes all the machine's
 * memory; a preview of a thousand rows needs 25 MB.
 */
const HEAP = { maxOldGenerationSizeMb: 256 };

/** A function of the module that a thread runs. */
type Task<Given, Done> = (given: Given) => Done | Promise<Done>;

/**
 * A thread for work that would delay redirects; it only exists while there is work. Its module calls `lowerThreadPriority` and
 * exports the work as its default.
 */
export class BackgroundThread<Given, Done> {
  private threads: Promise<Piscina<Given, Done>> | null = null;

  /**
   * @param script URL of the bundled module.
   * @param here imports the module itself, to do the work in this thread when the application runs from source.
   */
  constructor(
    private readonly script: URL,
    private readonly here: () => Promise<{ default: Task<Given, Done> }>,
  ) {}

  /** @param admit receives the number of waiting calls, and throws if there are too many. */
  async run(given: Given, admit: (waiting: number) => void = () => undefined): Promise<Done> {
    if (!existsSync(fileURLToPath(this.script))) return (await this.here()).default(given);
    // After a failed import of the library, the next call tries again.
    this.threads ??= start<Given, Done>(this.script).catch((error: unknown) => {
      this.threads = null;
      throw error;
    });
    const threads = await this.threads;
    admit(threads.queueSize);
    return threads.run(given);
  }

  /** Ends the thread; waiting calls fail. */
  async close(): Promise<void> {
    await (await this.threads)?.destroy();
    this.threads = null;
  }
}

async function start<Given, Done>(script: URL): Promise<Piscina<Given, Done>> {
  const { Piscina } = await import('piscina');
  return new Piscina({
    filename: script.href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    recordTiming: false,
    resourceLimits: HEAP,
  });
}
