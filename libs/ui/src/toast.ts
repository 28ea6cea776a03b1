import { Component, inject, Injectable, signal } from '@angular/core';
import { Button } from './button';
import { Icon } from './icon';
import { IconButton } from './icon-button';
import { Words } from './words';

/** A message at the edge of the screen; with `undo` it stays ten seconds and offers the way back. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'done' | 'error';
  readonly undo?: () => void;
  /** Replaces the word "Undo". */
  readonly undoLabel?: string;
}

/** How long an offer to undo stands, in milliseconds. */
export const UNDO_MS = 10_000;

/** Shows short messages one under the other; three at most, the oldest leaves first. */
@Injectable({ providedIn: 'root' })
export class Toasts {
  private readonly list = signal<readonly Toast[]>([]);
  private nextId = 1;
  readonly toasts = this.list.asReadonly();

  /** Something worked. */
  done(text: string, undo?: () => void, undoLabel?: string): void {
    this.add({ id: this.nextId++, text, tone: 'done', undo, undoLabel }, undo ? UNDO_MS : 5_000);
  }

  /** Something failed; stays until dismissed or ten seconds have gone. */
  error(text: string): void {
    this.add({ id: this.nextId++, text, tone: 'error' }, 10_000);
  }

  dismiss(id: number): void {
    this.list.update((all) => all.filter((toast) => toast.id !== id));
  }

  private add(toast: Toast, ms: number): void {
    this.list.update((all) => [...all.slice(-2), toast]);
    setTimeout(() => this.dismiss(toast.id), ms);
  }
}

/** Where toasts appear: put one into the application's root. A polite live region reads them out. */
@Component({
  selector: 'sp-toasts',
  imports: [Button, Icon, IconButton],
  template: `
    <div role="status" aria-live="polite">
      @for (toast of service.toasts(); track toast.id) {
        <div class="toast" [class.error]="toast.tone === 'error'">
          <sp-icon [name]="toast.tone === 'error' ? 'circle-alert' : 'circle-check'" />
          <span class="text">{{ toast.text }}</span>
          @if (toast.undo; as undo) {
            <button spButton small variant="quiet" icon="undo-2" (click)="undo(); service.dismiss(toast.id)">
              {{ toast.undoLabel ?? words.t('ui.undo') }}
            </button>
          }
          <button spIconButton icon="x" [label]="words.t('ui.dismiss')" [describes]="false" (click)="service.dismiss(toast.id)"></button>
        </div>
      }
    </div>
  `,
  styles: `
    :host {
      position: fixed;
      inset-block-end: 24px;
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
      padding-block: 6px;
      margin-inline-end: 8px;
    }
    @keyframes sp-rise {
      from {
        transform: translateY(8px);
        opacity: 0;
      }
    }
    @media (max-width: 720px) {
      :host {
        inset-block-end: calc(72px + env(safe-area-inset-bottom));
      }
    }
  `,
})
export class ToastOutlet {
  protected readonly service = inject(Toasts);
  protected readonly words = inject(Words);
}
