import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { within } from '../../platform/time/within.js';
import type { HeldFrames } from '../journal/held-tail.js';
import { addCounts, ClickWriter, NOTHING_COUNTED, type WriterCounts, type WriterState } from './click-writer.js';
import type { WriterCommand, WriterNews, WriterSetup } from './writer-protocol.js';

/** What moves this process's journal into the database, in a thread or not. */
export interface Writer {
  start(): void;
  /** Resolves once everything before `position` is stored. */
  flush(position: number): Promise<void>;
  /** Takes over what the disk has refused of the journal. */
  hold(held: HeldFrames): void;
  /** Stores what is there for at most `graceMs` and ends. */
  stop(graceMs: number): Promise<void>;
}

export interface WriterEvents {
  /** What the disk has refused so far and nobody has stored: a thread that takes the place of another asks for it. */
  held(): readonly HeldFrames[];
  onStored(position: number): void;
  onState(state: WriterState): void;
}

const RESTART_MS = 1_000;
const NOTHING_SAID: WriterState = { error: null, ...NOTHING_COUNTED };

/**
 * For the writer's youngest objects. With 128 MB, V8's own choice, they are collected in longer turns, out of memory that
 * nobody else has.
 */
const YOUNG_MB = 6;

/** The writer in its own thread where the application is bundled, in this one where it runs from its sources. */
export function createWriter(setup: WriterSetup, events: WriterEvents): Writer {
  const script = new URL('./click-writer.worker.js', import.meta.url);
  if (existsSync(fileURLToPath(script))) return new WriterThread(script, setup, events);
  return new ClickWriter({
    ...setup,
    onStored: (position) => {
      events.onStored(position);
    },
    onState: (state) => {
      events.onState(state);
    },
  });
}

/** Runs the writer in a thread and starts another when it dies; the position in the database is all it needs. */
export class WriterThread implements Writer {
  private worker: Worker | null = null;
  /** Below 0 until the database knows the journal: from then on a successor can finish it. */
  private storedPosition = -1;
  private flushes: { readonly position: number; readonly done: () => void }[] = [];
  private stopping = false;
  private onStopped: (() => void) | null = null;
  /** What the thread has said of itself. */
  private state = NOTHING_SAID;
  /** What those before it had counted. */
  private counted: WriterCounts = NOTHING_COUNTED;

  constructor(
    private readonly script: URL,
    private readonly setup: WriterSetup,
    private readonly events: WriterEvents,
  ) {}

  start(): void {
    const worker = new Worker(this.script, {
      workerData: this.setup,
      name: 'click-writer',
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    this.worker = worker;
    worker.on('message', (news: WriterNews) => {
      this.hear(news);
    });
    worker.on('error', (error: Error) => {
      this.report({ ...this.state, error: `the writer died: ${error.message}` });
    });
    // What it has said arrives before this, but not always before its error.
    worker.on('exit', () => {
      this.counted = this.sum();
      this.state = NOTHING_SAID;
      this.worker = null;
      this.onStopped?.();
      if (this.stopping) return;
      setTimeout(() => {
        if (!this.stopping) this.start();
      }, RESTART_MS).unref();
    });
    for (const held of this.events.held()) this.hold(held);
    const [furthest] = this.flushes.map(({ position }) => position).sort((a, b) => b - a);
    if (furthest !== undefined) this.tell({ kind: 'flush', position: furthest });
  }

  flush(position: number): Promise<void> {
    if (this.storedPosition >= position) return Promise.resolve();
    return new Promise((done) => {
      this.flushes.push({ position, done });
      this.tell({ kind: 'flush', position });
    });
  }

  hold(held: HeldFrames): void {
    this.tell({ kind: 'hold', held });
  }

  async stop(graceMs: number): Promise<void> {
    this.stopping = true;
    const { worker } = this;
    if (worker === null) return;
    const stopped = new Promise<void>((resolve) => (this.onStopped = resolve));
    this.tell({ kind: 'stop', graceMs });
    await within(graceMs + 1_000, stopped);
    await worker.terminate();
  }

  private report(state: WriterState): void {
    this.state = state;
    this.events.onState(this.sum());
  }

  /** What the thread says, with the counts of those before it. */
  private sum(): WriterState {
    const { error, ...counts } = this.state;
    return { error, ...addCounts(this.counted, counts) };
  }

  private tell(command: WriterCommand): void {
    this.worker?.postMessage(command);
  }

  private hear(news: WriterNews): void {
    switch (news.kind) {
      case 'stored': {
        this.storedPosition = news.position;
        this.events.onStored(news.position);
        const due = this.flushes.filter(({ position }) => position <= news.position);
        this.flushes = this.flushes.filter(({ position }) => position > news.position);
        for (const { done } of due) done();
        return;
      }
      case 'state':
        this.report(news.state);
        return;
      case 'stopped':
        this.onStopped?.();
    }
  }
}
