import { computed, DestroyRef, effect, inject, PendingTasks, Signal, signal, untracked } from '@angular/core';

/**
 * For rendering a long part of a screen in steps: counts from 0 to `last`, by one in each turn of the event loop, once
 * `ready` returns true; a function `last` is evaluated at that moment. Between two steps the browser can paint and
 * handle input; in one step it would block a phone for a tenth of a second. The application counts as stable when the
 * last step is done.
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
 * Items of a long list in steps: none while the list is empty, then `few` more in each turn, until the initial number
 * of items is shown. Later changes show at once.
 */
export function someInTurns<T>(items: Signal<readonly T[]>, few: number): Signal<readonly T[]> {
  let last = Infinity;
  const turn = inTurns(
    () => (last = Math.ceil(items().length / few)),
    () => items().length > 0,
  );
  return computed(() => (turn() < last ? items().slice(0, turn() * few) : items()));
}
