import { composes } from '@signpost/ui';
import { Injectable, signal } from '@angular/core';
import { readSetting, writeSetting } from './settings';

/** Keys that open the palette, as labelled on the keyboard of this platform. */
export const PALETTE_KEYS = [navigator.userAgent.includes('Mac') ? '⌘' : 'Ctrl', 'K'] as const;

/** Whether single-key shortcuts are on, stored in this browser: users of speech input trigger them by accident. */
@Injectable({ providedIn: 'root' })
export class KeySettings {
  private readonly single = signal(readSetting('keys') !== 'off');
  /** Whether single-key shortcuts are on. */
  readonly singleKeys = this.single.asReadonly();

  /** Turns single-key shortcuts on or off. */
  setSingleKeys(on: boolean): void {
    this.single.set(on);
    writeSetting('keys', on ? null : 'off');
  }
}

/** Elements in which a letter is text or a type-ahead search; a checkbox uses only Space. */
const TAKES_LETTERS = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu]';

/**
 * Whether a key press may be a single-key shortcut: no text is being typed or composed, no dialog is open, and the key
 * has had no effect yet, as one that is meant for a dialog on its way has.
 */
export function mayBeShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || composes(event)) return false;
  return !isTyping(event.target) && !isDialogOpen();
}

/** Whether the target accepts typed text. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest(TAKES_LETTERS) !== null;
}

/** Whether a dialog or popover with keys of its own is open. */
export function isDialogOpen(): boolean {
  return document.querySelector('.cdk-dialog-container, .cdk-overlay-pane [role=dialog]') !== null;
}
