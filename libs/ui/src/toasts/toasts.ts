import { Injectable, signal } from '@angular/core';

/** A message at the edge of the screen, which may offer something to do. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'done' | 'error';
  readonly action?: () => void;
  /** What the action is called; without, it is the way back: "Undo". */
  readonly actionLabel?: string;
}

/** How long an offer to undo stands, in milliseconds. */
export const UNDO_MS = 10_000;

/** How long a message still stands, in milliseconds; `since` while it runs. */
interface Clock {
  left: number;
  since: number;
  holds: number;
  timer?: ReturnType<typeof setTimeout>;
}

/** Shows short messages one under the other; three at most, the oldest leaves first. */
@Injectable({ providedIn: 'root' })
export class Toasts {
  private readonly list = signal<readonly Toast[]>([]);
  private readonly clocks = new Map<number, Clock>();
  private nextId = 1;
  readonly toasts = this.list.asReadonly();

  /** Something worked. With an offer it stays ten seconds. */
  done(text: string, action?: () => void, actionLabel?: string): void {
    this.add({ id: this.nextId++, text, tone: 'done', action, actionLabel }, action ? UNDO_MS : 5_000);
  }

  /** Something failed; stays until dismissed or ten seconds have gone. The action is the way out. */
  error(text: string, action?: () => void, actionLabel?: string): void {
    this.add({ id: this.nextId++, text, tone: 'error', action, actionLabel }, 10_000);
  }

  /** What stands there with something to do, the newest first. */
  offers(): readonly Toast[] {
    return this.list()
      .filter(({ action }) => action !== undefined)
      .reverse();
  }

  /** Takes an offer, as its button does. */
  take({ id, action }: Toast): void {
    action?.();
    this.dismiss(id);
  }

  /** Takes the newest offer to undo; false when there is none. */
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

  /** Stops the time of a message while somebody is at it, until `release` has been called as often. */
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
