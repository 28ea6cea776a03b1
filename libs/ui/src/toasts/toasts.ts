import { Injectable, signal } from '@angular/core';

/** A message at the edge of the screen; with `undo` it stays ten seconds and offers the way back. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'done' | 'error';
  readonly undo?: () => void;
  /** Replaces the word "Undo". */
  readonly undoLabel?: string;
}

/** How long an offer to undo stands, in milliseconds. */
export const UNDO_MS = 10_000;

/** Shows short messages one under the other; three at most, the oldest leaves first. */
@Injectable({ providedIn: 'root' })
export class Toasts {
  private readonly list = signal<readonly Toast[]>([]);
  private nextId = 1;
  readonly toasts = this.list.asReadonly();

  /** Something worked. */
  done(text: string, undo?: () => void, undoLabel?: string): void {
    this.add({ id: this.nextId++, text, tone: 'done', undo, undoLabel }, undo ? UNDO_MS : 5_000);
  }

  /** Something failed; stays until dismissed or ten seconds have gone. */
  error(text: string): void {
    this.add({ id: this.nextId++, text, tone: 'error' }, 10_000);
  }

  /** Takes the newest offer to undo, as its button does; false when there is none. */
  undoNewest(): boolean {
    const newest = this.list().findLast(({ undo, undoLabel }) => undo !== undefined && undoLabel === undefined);
    if (!newest) return false;
    newest.undo?.();
    this.dismiss(newest.id);
    return true;
  }

  dismiss(id: number): void {
    this.list.update((all) => all.filter((toast) => toast.id !== id));
  }

  private add(toast: Toast, ms: number): void {
    this.list.update((all) => [...all.slice(-2), toast]);
    setTimeout(() => this.dismiss(toast.id), ms);
  }
}
