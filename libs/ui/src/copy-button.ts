import { Component, inject, input, signal } from '@angular/core';
import { Icon } from './icon';
import { Words } from './words/index';

/** Copies a text; says "Copied" in its own place for two seconds and to screen readers. */
@Component({
  selector: 'sp-copy-button',
  imports: [Icon],
  template: `<button
      type="button"
      [attr.aria-label]="words.t('ui.copyNamed', { name: name() })"
      [class.done]="copied()"
      [class.compact]="compact()"
      (click)="copy($event)"
    >
      <sp-icon [name]="copied() ? 'check' : 'copy'" [size]="14" />
      <span>{{ copied() ? words.t('ui.copied') : words.t('ui.copy') }}</span>
    </button>
    <span class="sr-only" role="status">{{ copied() ? words.t('ui.copied') : '' }}</span>`,
  styles: `
    :host {
      display: inline-flex;
      flex: none;
      position: relative;
    }
    button {
      display: inline-flex;
      align-items: center;
      justify-content: center;
      gap: 4px;
      min-block-size: 28px;
      padding-inline: 8px;
      border-radius: var(--r-control);
      border: 1px solid var(--line);
      background: var(--surface);
      color: var(--ink);
      font-size: 12px;
      font-weight: 550;
    }
    button:hover {
      background: var(--surface-2);
    }
    button.done {
      color: var(--go);
      border-color: var(--go);
    }
    button.compact span {
      display: none;
    }
    button.compact {
      border-color: transparent;
      background: transparent;
      padding-inline: 6px;
      color: var(--ink-2);
    }
    button.compact.done span {
      display: inline;
    }
    button.compact.done {
      color: var(--go);
    }
    @media (pointer: coarse) {
      button {
        min-block-size: 36px;
        min-inline-size: 36px;
      }
    }
  `,
})
export class CopyButton {
  readonly text = input.required<string>();
  /** What is copied, for the accessible name: the short address. */
  readonly name = input.required<string>();
  readonly compact = input(false);
  protected readonly words = inject(Words);
  protected readonly copied = signal(false);

  protected async copy(event: Event): Promise<void> {
    event.stopPropagation();
    await copyText(this.text());
    this.copied.set(true);
    setTimeout(() => this.copied.set(false), 2_000);
  }
}

/** Copies by the clipboard API, or by a selection where that is closed (plain http on another host). */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.setAttribute('readonly', '');
    area.className = 'sr-only';
    // Inside an open dialog, focus outside of it would be taken back before the copy.
    (document.activeElement?.parentElement ?? document.body).append(area);
    area.select();
    // The only way left where the clipboard API is closed, and browsers will keep it.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    document.execCommand('copy');
    area.remove();
  }
}
