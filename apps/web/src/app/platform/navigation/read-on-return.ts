import { HttpResourceRef } from '@angular/common/http';
import { DestroyRef, effect, inject, untracked } from '@angular/core';
import { OpenDialogs } from '@signpost/ui/start';
import { Connection } from '../requests/connection';
import { SessionStore } from '../session';

/** How long data counts as fresh, in milliseconds: records that the user may act on, and statistics. */
export const FRESH_MS = { records: 5_000, figures: 60_000 };

/**
 * Reloads `resource` when the user returns to the window and it was loaded longer than `freshMs` ago: others may have
 * changed it. The old data stays on screen until the response arrives. Not while a dialog is open, whose form started
 * from that data. Must be called in an injection context.
 * @returns a function that reloads under the same conditions.
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
    // A failed request has its own retry button; a pending one needs no second request.
    if (resource.status() !== 'resolved' || Date.now() - readAt < freshMs) return;
    // The response would be for an account other than the displayed one.
    if (dialogs.areThere() || session.other() !== null) return;
    // The row of an open menu must not change under the pointer.
    if (document.querySelector('[role=menu]')) return;
    resource.reload();
  };
  effect(() => {
    connection.returned();
    untracked(readAgain);
  });
  return readAgain;
}

/** The same, and additionally whenever the data becomes stale while the window is visible. */
export function readWhileOpen(resource: HttpResourceRef<unknown>, freshMs: number): void {
  const readAgain = readOnReturn(resource, freshMs);
  // Checked more often than `freshMs`, because a manual reload in between restarts that period.
  const timer = setInterval(() => {
    if (!document.hidden) readAgain();
  }, freshMs / 4);
  inject(DestroyRef).onDestroy(() => clearInterval(timer));
}
