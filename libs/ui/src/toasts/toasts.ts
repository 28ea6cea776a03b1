import { Injectable, signal } from '@angular/core';

/** A short message at the edge of the screen, with an optional action. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'done' | 'error';
  readonly action?: (() => void) | undefined;
  /** Label of the action; "Undo" by default. */
  readonly actionLabel?: string | undefined;
}

/** How long an offer to undo is shown, in milliseconds. */
export const UNDO_MS = 10_000;

/** Time that a message is still shown, in milliseconds; `since` is set while the timer runs. */
interface Clock {
  left: number;
  since: number;
  holds: number;
  timer?: ReturnType<typeof setTimeout>;
}

/** Shows short messages in a stack of at most three; the oldest is removed first. */
@Injectable({ providedIn: 'root' })
export class Toasts {
  private readonly list = signal<readonly Toast[]>([]);
  private readonly clocks = new Map<number, Clock>();
  private nextId = 1;
  readonly toasts = this.list.asReadonly();

  /** Reports a success. With an action it is shown for ten seconds, else for five. */
  done(text: string, action?: () => void, actionLabel?: string): void {
    this.add({ id: this.nextId++, text, tone: 'done', action, actionLabel }, action ? UNDO_MS : 5_000);
  }

  /** Reports a failure, shown for ten seconds or until dismissed. The action offers a way to resolve it. */
  error(text: string, action?: () => void, actionLabel?: string): void {
    this.add({ id: this.nextId++, text, tone: 'error', action, actionLabel }, 10_000);
  }

  /** Shown messages that have an action, the newest first. */
  offers(): readonly Toast[] {
    return this.list()
      .filter(({ action }) => action !== undefined)
      .reverse();
  }

  /** Runs the action of a message, as its button does. */
  take({ id, action }: Toast): void {
    action?.();
    this.dismiss(id);
  }

  /** Runs the newest offer to undo; false when there is none. */
  undoNewest(): boolean {
    const newest = this.offers().find(({ actionLabel }) => actionLabel === undefined);
    if (newest) this.take(newest);
    return newest !== undefined;
  }

  dismiss(id: number): void {
    clearTimeout(this.clocks.get(id)?.timer);
    this.clocks.delete(id);
    this.list.update((all) => all.filter((toast) => toast.id !== id));
  }

  /** Pauses the timer of a message until `release` has been called as often as this. */
  hold(id: number): void {
    const clock = this.clocks.get(id);
    if (clock === undefined || clock.holds++ > 0) return;
    clearTimeout(clock.timer);
    clock.left -= Date.now() - clock.since;
  }

  release(id: number): void {
    const clock = this.clocks.get(id);
    if (clock !== undefined && --clock.holds === 0) this.run(id, clock);
  }

  private add(toast: Toast, ms: number): void {
    for (const { id } of this.list().slice(0, -2)) this.dismiss(id);
    this.list.update((all) => [...all, toast]);
    const clock: Clock = { left: ms, since: 0, holds: 0 };
    this.clocks.set(toast.id, clock);
    this.run(toast.id, clock);
  }

  private run(id: number, clock: Clock): void {
    clock.since = Date.now();
    clock.timer = setTimeout(() => this.dismiss(id), clock.left);
  }
}
