import { DestroyRef, inject, Signal, signal } from '@angular/core';

/** A displayed waiting time. */
export interface Countdown {
  /** Remaining seconds; 0 while none is running. */
  readonly left: Signal<number>;
  begin(seconds: number): void;
}

/** Must be called in an injection context; stops when that is destroyed. */
export function countdown(): Countdown {
  const left = signal(0);
  let timer: ReturnType<typeof setInterval> | undefined;
  inject(DestroyRef).onDestroy(() => clearInterval(timer));
  return {
    left: left.asReadonly(),
    begin: (seconds) => {
      // Computed from the clock: timers of background tabs are throttled.
      const end = Date.now() + seconds * 1_000;
      clearInterval(timer);
      left.set(seconds);
      timer = setInterval(() => {
        left.set(Math.max(0, Math.ceil((end - Date.now()) / 1_000)));
        if (left() === 0) clearInterval(timer);
      }, 1_000);
    },
  };
}

/**
 * How long an email may take to arrive, in seconds: resending is offered afterwards only, because few are allowed per
 * hour.
 */
export const MAIL_SECONDS = 30;
