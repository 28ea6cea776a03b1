import { Component, effect, ElementRef, inject } from '@angular/core';
import { Button } from '../buttons/button';
import { Icon } from '../icon';
import { IconButton } from '../buttons/icon-button';
import { Announcer } from '../focus/announcer';
import { onceLost, topDialog } from '../focus/keep-focus';
import { measureInto } from '../measure-into';
import { OpenDialogs } from '../overlay/open-dialogs';
import { Words } from '../words/index';
import { Toasts } from './toasts';
import { composes } from '../focus/composes';

/** Fields where Escape has a meaning of its own, such as clearing the input or closing the field. */
const FIELDS = 'input:not([type=checkbox], [type=radio]), textarea, select';

/**
 * Container of the toasts: put one into the application's root component. A polite live region reads them out. They are
 * above an open dialog too.
 */
@Component({
  selector: 'sp-toasts',
  imports: [Button, Icon, IconButton],
  template: `
    <!-- Not atomic: only a new toast is read out. -->
    <div role="status" aria-live="polite" aria-atomic="false">
      @for (toast of service.toasts(); track toast.id) {
        <!-- The timer stops while the pointer or the focus is on the toast, so that users have time to read and
             click. -->
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
              [class.wraps]="toast.actionLabel"
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
  host: { popover: 'manual', '(window:keydown.escape)': 'dismissOnEscape($event)' },
  styles: `
    :host {
      position: fixed;
      /* The browser's own for a popover. */
      inset-block-start: auto;
      inline-size: auto;
      block-size: auto;
      margin: 0;
      padding: 0;
      border: 0;
      background: none;
      color: inherit;
      overflow: visible;
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
      /* Beside a long label of an action, words stay words. */
      min-inline-size: 8rem;
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
  private readonly dialogs = inject(OpenDialogs);
  private readonly announcer = inject(Announcer);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  /** The element focused before the focus moved to a toast: it gets the focus back when the toast is removed. */
  private origin: HTMLElement | null = null;

  constructor() {
    measureInto('--toasts');
    let newest = 0;
    effect(() => {
      this.dialogs.total();
      const last = this.service.toasts().at(-1);
      if (last === undefined) return;
      const isNew = last.id > newest;
      newest = Math.max(newest, last.id);
      if (topDialog() === undefined) return;
      this.rise();
      // What is outside of a modal dialog is not read out.
      if (isNew) this.announcer.announce(last.text);
    });
    // Toasts are also removed by their timer.
    effect(() => {
      this.service.toasts();
      // Nothing moves when a message goes: that place may be far from what is looked at.
      if (this.host.contains(document.activeElement))
        onceLost(() => (this.origin?.isConnected ? this.origin : null), { preventScroll: true });
    });
  }

  /** A dialog and its backdrop are in the browser's top layer, above every `z-index`; what came there last is on top. */
  private rise(): void {
    if (!('showPopover' in this.host)) return;
    if (this.host.matches(':popover-open')) this.host.hidePopover();
    this.host.showPopover();
  }

  /**
   * Closes the toast that contains the focus, else the newest, which may cover the focused element. Other things that
   * Escape closes handle the event first, and fields use Escape themselves.
   */
  protected dismissOnEscape(event: Event): void {
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
