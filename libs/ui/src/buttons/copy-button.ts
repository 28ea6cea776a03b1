import { Component, computed, inject, input, signal } from '@angular/core';
import { Icon } from '../icon';
import { IconName } from '../icons';
import { Words } from '../words/index';

/** Outcome of the last click; `rests` before any click and after the outcome has been shown. */
type Outcome = 'rests' | 'copied' | 'failed';

const ICONS: Record<Outcome, IconName> = { rests: 'copy', copied: 'check', failed: 'x' };
const TEXTS: Record<Outcome, string> = { rests: 'ui.copy', copied: 'ui.copied', failed: 'ui.notCopied' };
/** How long the outcome is shown, in milliseconds: a failure takes longer to read. */
const STANDS_MS = { copied: 2_000, failed: 6_000 };

/** Visual weight of a copy button: an icon in a row, a small label next to a text, or the main action of its screen. */
export type CopyLook = 'compact' | 'small' | 'primary';

/** Copies a text and reports the outcome in its label, its accessible name and to screen readers. */
@Component({
  selector: 'sp-copy-button',
  imports: [Icon],
  template: `<button
      type="button"
      [attr.aria-label]="accessibleName()"
      [class]="look() + ' ' + outcome()"
      (click)="copy($event)"
    >
      <sp-icon [name]="icon()" [size]="look() === 'primary' ? 16 : 14" />
      <span>{{ shown() }}</span>
    </button>
    <span class="sr-only" role="status">{{ announcement() }}</span>`,
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
      font-size: 0.75rem;
      font-weight: 550;
    }
    button:hover {
      background: var(--surface-2);
    }
    button.primary {
      gap: 6px;
      min-block-size: var(--control);
      padding-inline: 12px;
      font-size: 0.875rem;
    }
    button.primary.rests {
      border-color: transparent;
      background: var(--signal);
      color: var(--on-signal);
    }
    button.primary.rests:hover {
      background: var(--signal-hover);
    }
    button.compact {
      border-color: transparent;
      background: transparent;
      padding-inline: 6px;
      color: var(--ink-2);
    }
    button.compact.rests span {
      display: none;
    }
    button.copied {
      color: var(--go);
    }
    button.failed {
      color: var(--stop);
    }
    button:not(.compact, .rests) {
      border-color: currentcolor;
    }
    @media (pointer: coarse) {
      button {
        min-block-size: var(--control);
        min-inline-size: var(--control);
      }
    }
  `,
})
export class CopyButton {
  readonly text = input.required<string>();
  /** What is copied, for the accessible name: the short URL. */
  readonly name = input.required<string>();
  readonly look = input<CopyLook>('small');
  /** Visible label where "Copy" alone would not say enough. */
  readonly label = input<string | null>(null);
  protected readonly words = inject(Words);
  protected readonly outcome = signal<Outcome>('rests');
  protected readonly icon = computed(() => ICONS[this.outcome()]);
  protected readonly shown = computed(
    () => (this.outcome() === 'rests' ? this.label() : null) ?? this.words.t(TEXTS[this.outcome()]),
  );
  protected readonly accessibleName = computed(() => {
    if (this.outcome() !== 'rests' || this.label() !== null) return null;
    return this.words.t('ui.copyNamed', { name: this.name() });
  });
  /** For screen readers: the visible label has space for two words only, the announcement also says what to do. */
  protected readonly announcement = computed(() => {
    const outcome = this.outcome();
    if (outcome === 'rests') return '';
    return this.words.t(outcome === 'failed' ? 'ui.copyByHand' : 'ui.copied');
  });
  private timer: ReturnType<typeof setTimeout> | undefined;

  protected async copy(event: Event): Promise<void> {
    event.stopPropagation();
    const outcome = (await copyText(this.text())) ? 'copied' : 'failed';
    this.outcome.set(outcome);
    // Cancel the timer of an earlier click: it would end this outcome too early.
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.outcome.set('rests'), STANDS_MS[outcome]);
  }
}

/**
 * Copies through the clipboard API, or through a selection where that API is unavailable (plain HTTP on another host).
 * Resolves to whether the text was copied.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const at = document.activeElement;
    const area = document.createElement('textarea');
    area.value = text;
    area.setAttribute('readonly', '');
    area.className = 'sr-only';
    // An open dialog traps the focus: an element outside of it would lose the focus before the copy.
    (at?.parentElement ?? document.body).append(area);
    area.select();
    // Deprecated, but the only way where the clipboard API is unavailable, and browsers keep supporting it.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    const isCopied = document.execCommand('copy');
    area.remove();
    // The selection took the keyboard focus; give it back.
    if (at instanceof HTMLElement) at.focus({ preventScroll: true });
    return isCopied;
  }
}
