import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Piscina } from 'piscina';

/** Longer than somebody needs who tries one thing after the other. */
const IDLE_MS = 60_000;
/**
 * What a thread's V8 may take. Without bounds it lets 150 MB of garbage lie before it collects any, as it takes the whole
 * machine's memory for its own; a preview of a thousand rows uses 25 MB.
 */
const HEAP = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 256 };

/** A function of the module that a thread runs. */
type Task<Given, Done> = (given: Given) => Done | Promise<Done>;

/**
 * A thread for work that would hold up redirects, there only while there is some. Its module calls `comeAfterVisitors`
 * and exports the work as its default.
 */
export class BackgroundThread<Given, Done> {
  private threads: Promise<Piscina<Given, Done>> | null = null;

  /**
   * @param script of the bundled module.
   * @param here the module itself, for where the application runs from its sources: the work is done in this thread then.
   */
  constructor(
    private readonly script: URL,
    private readonly here: () => Promise<{ default: Task<Given, Done> }>,
  ) {}

  /** @param admit is told how many wait for the thread, and throws where that is too many. */
  async run(given: Given, admit: (waiting: number) => void = () => undefined): Promise<Done> {
    if (!existsSync(fileURLToPath(this.script))) return (await this.here()).default(given);
    // A library that could not be read is tried again by the next piece of work.
    this.threads ??= start<Given, Done>(this.script).catch((error: unknown) => {
      this.threads = null;
      throw error;
    });
    const threads = await this.threads;
    admit(threads.queueSize);
    return threads.run(given);
  }

  /** Ends the thread; work that waits for it ends with an error. */
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
