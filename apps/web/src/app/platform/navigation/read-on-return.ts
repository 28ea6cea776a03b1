import { HttpResourceRef } from '@angular/common/http';
import { DestroyRef, effect, inject, untracked } from '@angular/core';
import { OpenDialogs } from '@signpost/ui/start';
import { Connection } from '../requests/connection';
import { SessionStore } from '../session';

/** How long things are taken for what they are, in milliseconds: what somebody may act on, and figures. */
export const FRESH_MS = { records: 5_000, figures: 60_000 };

/**
 * Reads `resource` again when somebody comes back to the window and it was read longer than `freshMs` ago: others may have
 * changed it. Quietly: what is there stays until the answer comes. Not under a dialog, whose form began with what is there.
 * To be called where things can be injected.
 * @returns reads again under the same conditions.
 */
export function readOnReturn(resource: HttpResourceRef<unknown>, freshMs: number): () => void {
  const connection = inject(Connection);
  const dialogs = inject(OpenDialogs);
  const session = inject(SessionStore);
  let readAt = 0;
  effect(() => {
    if (resource.status() === 'resolved') readAt = Date.now();
  });
  const readAgain = (): void => {
    // What failed offers to try again; what is on its way needs no second request.
    if (resource.status() !== 'resolved' || Date.now() - readAt < freshMs) return;
    // The answer would be for somebody who is not on screen.
    if (dialogs.areThere() || session.other() !== null) return;
    // What somebody is about to press must not change under the pointer.
    if (document.querySelector('[role=menu]')) return;
    resource.reload();
  };
  effect(() => {
    connection.returned();
    untracked(readAgain);
  });
  return readAgain;
}

/** The same, and while the window stays on screen each time that the figures have grown old. */
export function readWhileOpen(resource: HttpResourceRef<unknown>, freshMs: number): void {
  const readAgain = readOnReturn(resource, freshMs);
  // Asked more often than that: what was read by hand in between is young again.
  const timer = setInterval(() => {
    if (!document.hidden) readAgain();
  }, freshMs / 4);
  inject(DestroyRef).onDestroy(() => clearInterval(timer));
}
