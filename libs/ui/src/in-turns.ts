import { computed, DestroyRef, effect, inject, PendingTasks, Signal, signal, untracked } from '@angular/core';

/**
 * For drawing a long part of a screen step by step: rises from 0 to `last`, by one in each turn of the event loop,
 * beginning when `ready` first holds. Between two steps the browser may paint and answer to presses; a phone needs a
 * tenth of a second for what would otherwise be one step. The application counts as stable when all is drawn.
 */
export function inTurns(last: number, ready: () => boolean = () => true): Signal<number> {
  const turn = signal(0);
  const tasks = inject(PendingTasks);
  const destroyRef = inject(DestroyRef);
  const watch = effect(() => {
    if (!ready()) return;
    watch.destroy();
    const done = tasks.add();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const step = (): void => {
      turn.update((n) => n + 1);
      if (untracked(turn) < last) timer = setTimeout(step);
      else done();
    };
    timer = setTimeout(step);
    destroyRef.onDestroy(() => {
      clearTimeout(timer);
      done();
    });
  });
  return turn.asReadonly();
}

/**
 * Items of a long list: none before there are any, then `few` more in each turn, until all of at most `most` are there.
 * Later changes show at once.
 */
export function someInTurns<T>(items: Signal<readonly T[]>, few: number, most: number): Signal<readonly T[]> {
  const last = Math.ceil(most / few);
  const turn = inTurns(last, () => items().length > 0);
  return computed(() => (turn() < last ? items().slice(0, turn() * few) : items()));
}
