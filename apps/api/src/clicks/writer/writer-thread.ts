import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { within } from '../../platform/time/within.js';
import type { HeldFrames } from '../journal/held-tail.js';
import { ClickWriter, type WriterState } from './click-writer.js';
import { addCounts, NOTHING_COUNTED, type WriterCounts } from './writer-counts.js';
import type { WriterCommand, WriterMessage, WriterSetup } from './writer-protocol.js';

/** Moves this process's journal into the database, in its own thread or in this one. */
export interface Writer {
  start(): void;
  /** Resolves once everything before `position` is stored. */
  flush(position: number): Promise<void>;
  /** Receives frames of the journal that the disk has rejected. */
  hold(held: HeldFrames): void;
  /** Stores the remaining events for at most `graceMs` and ends. */
  stop(graceMs: number): Promise<void>;
}

/** What the writer reports to the owner of the journal, and asks of it. */
export interface WriterEvents {
  /** Frames that the disk has rejected and that are not stored yet, for a thread that replaces another one. */
  held(): readonly HeldFrames[];
  onStored(position: number): void;
  onState(state: WriterState): void;
  /** Events of a journal whose process has ended were stored. */
  onRecovered(events: number): void;
}

const RESTART_MS = 1_000;
const INITIAL_STATE: WriterState = { error: null, ...NOTHING_COUNTED };

/** Creates the writer in its own thread if the application is bundled, in this thread if it runs from source. */
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
    onRecovered: (stored) => {
      events.onRecovered(stored);
    },
  });
}

/** Runs the writer in a thread and starts another when it dies; the position in the database is all that is needed to continue. */
export class WriterThread implements Writer {
  private worker: Worker | null = null;
  /** Below 0 until the journal is registered in the database, from when on a successor can store it. */
  private storedPosition = -1;
  private flushes: { readonly position: number; readonly done: () => void }[] = [];
  private stopping = false;
  private onStopped: (() => void) | null = null;
  /** Last state that the thread reported. */
  private state = INITIAL_STATE;
  /** Sums of the counts of previous threads. */
  private counted: WriterCounts = NOTHING_COUNTED;

  constructor(
    private readonly script: URL,
    private readonly setup: WriterSetup,
    private readonly events: WriterEvents,
  ) {}

  start(): void {
    const worker = new Worker(this.script, { workerData: this.setup, name: 'click-writer' });
    this.worker = worker;
    worker.on('message', (news: WriterMessage) => {
      this.receive(news);
    });
    worker.on('error', (error: Error) => {
      this.report({ ...this.state, error: `the writer died: ${error.message}` });
    });
    // Messages of the thread arrive before this event, but not always before its error.
    worker.on('exit', () => {
      this.counted = this.sum();
      this.state = INITIAL_STATE;
      this.worker = null;
      this.onStopped?.();
      if (this.stopping) return;
      setTimeout(() => {
        if (!this.stopping) this.start();
      }, RESTART_MS).unref();
    });
    for (const held of this.events.held()) this.hold(held);
    const [furthest] = this.flushes.map(({ position }) => position).sort((a, b) => b - a);
    if (furthest !== undefined) this.send({ kind: 'flush', position: furthest });
  }

  flush(position: number): Promise<void> {
    if (this.storedPosition >= position) return Promise.resolve();
    return new Promise((done) => {
      this.flushes.push({ position, done });
      this.send({ kind: 'flush', position });
    });
  }

  hold(held: HeldFrames): void {
    this.send({ kind: 'hold', held });
  }

  async stop(graceMs: number): Promise<void> {
    this.stopping = true;
    const { worker } = this;
    if (worker === null) return;
    const stopped = new Promise<void>((resolve) => (this.onStopped = resolve));
    this.send({ kind: 'stop', graceMs });
    await within(graceMs + 1_000, stopped);
    await worker.terminate();
  }

  private report(state: WriterState): void {
    this.state = state;
    this.events.onState(this.sum());
  }

  /** The state of the thread, with the counts of previous ones added. */
  private sum(): WriterState {
    const { error, ...counts } = this.state;
    return { error, ...addCounts(this.counted, counts) };
  }

  private send(command: WriterCommand): void {
    this.worker?.postMessage(command);
  }

  private receive(news: WriterMessage): void {
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
      case 'recovered':
        this.events.onRecovered(news.events);
        return;
      case 'stopped':
        this.onStopped?.();
    }
  }
}
