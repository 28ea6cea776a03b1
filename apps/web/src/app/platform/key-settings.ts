import { composes } from '@signpost/ui';
import { Injectable, signal } from '@angular/core';
import { readSetting, writeSetting } from './settings';

/** What opens the palette, as it stands on the keyboard. */
export const PALETTE_KEYS = [navigator.userAgent.includes('Mac') ? '⌘' : 'Ctrl', 'K'] as const;

/** Whether single keys act, as this browser remembers it: who speaks to the computer sets them off by accident. */
@Injectable({ providedIn: 'root' })
export class KeySettings {
  private readonly single = signal(readSetting('keys') !== 'off');
  /** Whether single keys act. */
  readonly singleKeys = this.single.asReadonly();

  /** Turns single keys on or off. */
  setSingleKeys(on: boolean): void {
    this.single.set(on);
    writeSetting('keys', on ? null : 'off');
  }
}

/** Where a letter is text or a search in a list; a checkbox knows only Space. */
const TAKES_LETTERS = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu]';

/** Whether a key press may be a shortcut of one key: nothing is being typed or composed, and no dialog is open. */
export function mayBeShortcut(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || composes(event)) return false;
  return !isTyping(event.target) && !isDialogOpen();
}

/** Whether somebody types there. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest(TAKES_LETTERS) !== null;
}

/** Whether something lies over the page that has keys of its own. */
export function isDialogOpen(): boolean {
  return document.querySelector('.cdk-dialog-container, .cdk-overlay-pane [role=dialog]') !== null;
}
