import type { ClientConfig } from 'pg';
import type { HeldFrames } from '../journal/held-tail.js';
import type { WriterState } from './click-writer.js';

/** Start parameters of the writer's thread. */
export interface WriterSetup {
  readonly connection: ClientConfig;
  readonly folder: string;
  readonly journalId: string;
  /** Milliseconds for which a journal's files are retained after they were stored. */
  readonly keepMs: number;
}

/** Messages to the thread. */
export type WriterCommand =
  | { readonly kind: 'flush'; readonly position: number }
  | { readonly kind: 'hold'; readonly held: HeldFrames }
  | { readonly kind: 'stop'; readonly graceMs: number };

/** Messages from the thread. */
export type WriterMessage =
  | { readonly kind: 'stored'; readonly position: number }
  | { readonly kind: 'state'; readonly state: WriterState }
  | { readonly kind: 'recovered'; readonly events: number }
  | { readonly kind: 'stopped' };
