import { computed, DestroyRef, effect, inject, PendingTasks, Signal, signal, untracked } from '@angular/core';

/**
 * For drawing a long part of a screen step by step: rises from 0 to `last`, by one in each turn of the event loop,
 * beginning when `ready` first holds, which is when a function says how far. Between two steps the browser may paint and
 * answer to presses; a phone needs a tenth of a second for what would otherwise be one step. The application counts as
 * stable when all is drawn.
 */
export function inTurns(last: number | (() => number), ready: () => boolean = () => true): Signal<number> {
  const turn = signal(0);
  const tasks = inject(PendingTasks);
  const destroyRef = inject(DestroyRef);
  const watch = effect(() => {
    if (!ready()) return;
    watch.destroy();
    const done = tasks.add();
    const end = typeof last === 'number' ? last : untracked(last);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const step = (): void => {
      turn.update((n) => n + 1);
      if (untracked(turn) < end) timer = setTimeout(step);
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
 * Items of a long list: none before there are any, then `few` more in each turn, until as many are there as there were
 * first. Later changes show at once.
 */
export function someInTurns<T>(items: Signal<readonly T[]>, few: number): Signal<readonly T[]> {
  let last = Infinity;
  const turn = inTurns(
    () => (last = Math.ceil(items().length / few)),
    () => items().length > 0,
  );
  return computed(() => (turn() < last ? items().slice(0, turn() * few) : items()));
}
