import { Injectable, signal } from '@angular/core';
import { readSetting, writeSetting } from '../platform/settings';

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
