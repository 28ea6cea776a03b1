import { Component, effect, ElementRef, inject } from '@angular/core';
import { Button } from '../buttons/button';
import { Icon } from '../icon';
import { IconButton } from '../buttons/icon-button';
import { onceLost } from '../focus/keep-focus';
import { measureInto } from '../measure-into';
import { Words } from '../words/index';
import { Toasts } from './toasts';
import { composes } from '../focus/composes';

/** Where Escape empties what was typed or puts the field away. */
const FIELDS = 'input:not([type=checkbox], [type=radio]), textarea, select';

/** Where toasts appear: put one into the application's root. A polite live region reads them out. */
@Component({
  selector: 'sp-toasts',
  imports: [Button, Icon, IconButton],
  template: `
    <!-- A new one is read out by itself: those before were heard. -->
    <div role="status" aria-live="polite" aria-atomic="false">
      @for (toast of service.toasts(); track toast.id) {
        <!-- Nobody is to be hurried who is about to press or still reads. -->
        <div
          class="toast"
          [class.error]="toast.tone === 'error'"
          (pointerenter)="service.hold(toast.id)"
          (pointerleave)="service.release(toast.id)"
          (focusin)="service.hold(toast.id); comeFrom($event)"
          (focusout)="service.release(toast.id)"
        >
          <sp-icon [name]="toast.tone === 'error' ? 'circle-alert' : 'circle-check'" />
          <span class="text">{{ toast.text }}</span>
          @if (toast.action) {
            <button
              spButton
              small
              variant="quiet"
              [icon]="toast.actionLabel ? null : 'undo-2'"
              (click)="service.take(toast)"
            >
              {{ toast.actionLabel ?? words.t('ui.undo') }}
            </button>
          }
          <button
            spIconButton
            icon="x"
            [label]="words.t('ui.dismiss')"
            [describes]="false"
            (click)="service.dismiss(toast.id)"
          ></button>
        </div>
      }
    </div>
  `,
  host: { '(window:keydown.escape)': 'putAway($event)' },
  styles: `
    :host {
      position: fixed;
      /* Above what stays at the bottom: the keyboard's place may be in it. */
      inset-block-end: max(24px, var(--bottom, 0px) + 8px);
      inset-inline: 16px;
      z-index: 1100;
      display: grid;
      justify-items: center;
      pointer-events: none;
    }
    div[role='status'] {
      display: grid;
      gap: 8px;
      justify-items: center;
    }
    .toast {
      display: flex;
      align-items: center;
      gap: 8px;
      max-inline-size: min(560px, 100%);
      padding: 4px 4px 4px 12px;
      border-radius: var(--r-card);
      background: var(--surface);
      border: 1px solid var(--line);
      box-shadow: var(--shadow);
      pointer-events: auto;
      animation: sp-rise var(--motion) ease-out;
    }
    .toast > sp-icon {
      color: var(--go);
    }
    .toast.error > sp-icon {
      color: var(--stop);
    }
    .text {
      min-inline-size: 0;
      padding-block: 6px;
      overflow-wrap: anywhere;
      margin-inline-end: 8px;
    }
    @keyframes sp-rise {
      from {
        transform: translateY(8px);
        opacity: 0;
      }
    }
  `,
})
export class ToastOutlet {
  protected readonly service = inject(Toasts);
  protected readonly words = inject(Words);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  /** Where the keyboard's place was before it came to a message: there it goes back when the message goes. */
  private origin: HTMLElement | null = null;

  constructor() {
    measureInto('--toasts');
    // Toasts also go when their time is over.
    effect(() => {
      this.service.toasts();
      if (this.host.contains(document.activeElement)) onceLost(() => (this.origin?.isConnected ? this.origin : null));
    });
  }

  /**
   * The one that has the keyboard's place goes, else the newest: it may lie over that place. What else Escape closes has
   * heard of it before, and fields have their own use for it.
   */
  protected putAway(event: Event): void {
    if (composes(event)) return;
    const { target } = event;
    if (event.defaultPrevented || !(target instanceof Element) || target.closest(FIELDS)) return;
    const at = [...this.host.querySelectorAll('.toast')].findIndex((toast) => toast.contains(target));
    const toast = this.service.toasts().at(at);
    if (toast) this.service.dismiss(toast.id);
  }

  protected comeFrom({ relatedTarget }: FocusEvent): void {
    if (relatedTarget instanceof HTMLElement && !this.host.contains(relatedTarget)) this.origin = relatedTarget;
  }
}
