import type { ClientConfig } from 'pg';
import type { HeldFrames } from '../journal/held-tail.js';
import type { WriterState } from './click-writer.js';

/** What the writer's thread is started with. */
export interface WriterSetup {
  readonly connection: ClientConfig;
  readonly folder: string;
  readonly journalId: string;
  /** Milliseconds for which a journal's files stay after they were stored. */
  readonly keepMs: number;
}

/** To the thread. */
export type WriterCommand =
  | { readonly kind: 'flush'; readonly position: number }
  | { readonly kind: 'hold'; readonly held: HeldFrames }
  | { readonly kind: 'stop'; readonly graceMs: number };

/** From the thread. */
export type WriterNews =
  | { readonly kind: 'stored'; readonly position: number }
  | { readonly kind: 'state'; readonly state: WriterState }
  | { readonly kind: 'stopped' };
