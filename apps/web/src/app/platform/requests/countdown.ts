import { DestroyRef, inject, Signal, signal } from '@angular/core';

/** A pause on screen. */
export interface Countdown {
  /** Seconds that are left of it; 0 while there is none. */
  readonly left: Signal<number>;
  begin(seconds: number): void;
}

/** To be made where the component injects: ends with it. */
export function countdown(): Countdown {
  const left = signal(0);
  let timer: ReturnType<typeof setInterval> | undefined;
  inject(DestroyRef).onDestroy(() => clearInterval(timer));
  return {
    left: left.asReadonly(),
    begin: (seconds) => {
      // By the clock: a tab that nobody looks at is given fewer turns.
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

/** How long a mail may take to arrive: sooner nobody has reason to ask for another one, of which there are few an hour. */
export const MAIL_SECONDS = 30;
