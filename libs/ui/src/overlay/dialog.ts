import { Dialog, DialogConfig, DialogRef } from '@angular/cdk/dialog';
import { ComponentType, Overlay } from '@angular/cdk/overlay';
import { Location } from '@angular/common';
import { Component, inject, Injectable, input, output } from '@angular/core';
import { IconButton } from '../icon-button';
import { Words } from '../words/index';
import { OpenDialogs } from './open-dialogs';

let nextId = 0;

const CONTENT = '.body :is(input, textarea, select, button, a[href]):not(:disabled), footer button:not(:disabled)';

/** What is to be filled in or decided comes first; the button that closes only where there is nothing else. */
const FIRST = `[autofocus], ${CONTENT}, sp-dialog:not(:has(${CONTENT})) header button`;

/** Back and Forward are answered here, not by the CDK: it would throw away what is being written without asking. */
const SHARED = { backdropClass: 'sp-backdrop', ariaModal: true, closeOnNavigation: false } as const;

/**
 * Where the keyboard goes when the dialog closes. An item of a menu is gone by then: the button that opened the menu
 * takes its place. Where nothing had the focus (a shortcut opened it), the page's content does.
 */
function opener(): HTMLElement | true {
  if (document.activeElement === document.body) return document.querySelector<HTMLElement>('main') ?? true;
  if (document.activeElement?.closest('[role=menu]') == null) return true;
  return document.querySelector<HTMLElement>('[aria-haspopup=menu][aria-expanded=true]:not([role=menu] *)') ?? true;
}

/** Opens components as modal dialogs or as panels from the end edge; focus returns to where it was. */
@Injectable({ providedIn: 'root' })
export class Dialogs {
  private readonly dialog = inject(Dialog);
  private readonly overlay = inject(Overlay);
  private readonly openDialogs = inject(OpenDialogs);

  constructor() {
    // The one on top: a question goes unanswered, and what asked it stays.
    inject(Location).subscribe(() => {
      this.dialog.openDialogs.at(-1)?.close();
    });
  }

  /** A small dialog in the middle (a sheet at the bottom of a phone). Resolves with what it closed with. */
  open<R, D, C>(component: ComponentType<C>, data: D): DialogRef<R, C> {
    return this.show<R, D, C>(component, {
      ...SHARED,
      restoreFocus: opener(),
      data,
      panelClass: 'sp-dialog-pane',
      autoFocus: FIRST,
      closePredicate: mayClose,
    });
  }

  /** A full-height panel from the end edge, for forms with many fields. */
  openPanel<R, D, C>(component: ComponentType<C>, data: D): DialogRef<R, C> {
    return this.show<R, D, C>(component, {
      ...SHARED,
      restoreFocus: opener(),
      data,
      panelClass: 'sp-side-pane',
      autoFocus: '[autofocus], input, textarea',
      positionStrategy: this.overlay.position().global().top('0').end('0'),
      closePredicate: mayClose,
    });
  }

  /** The command palette: near the top, no header. */
  openPalette<R, D, C>(component: ComponentType<C>, data: D, label: string): DialogRef<R, C> {
    return this.show<R, D, C>(component, {
      ...SHARED,
      restoreFocus: opener(),
      data,
      ariaLabel: label,
      panelClass: 'sp-palette-pane',
      autoFocus: 'input',
      positionStrategy: this.overlay.position().global().top('12vh').centerHorizontally(),
    });
  }

  private show<R, D, C>(component: ComponentType<C>, config: DialogConfig<D, DialogRef<R, C>>): DialogRef<R, C> {
    const ref = this.dialog.open<R, D, C>(component, config);
    this.openDialogs.opened(ref.closed);
    return ref;
  }
}

/** A component in a dialog may refuse to be closed, for unsaved changes. */
export interface GuardsClosing {
  /** False keeps the dialog open; the component then asks what to do. `result` is set when it closes itself. */
  mayClose(result: unknown): boolean;
}

function mayClose(result: unknown, _config: unknown, instance: unknown): boolean {
  return !isGuard(instance) || instance.mayClose(result);
}

function isGuard(instance: unknown): instance is GuardsClosing {
  return typeof instance === 'object' && instance !== null && 'mayClose' in instance;
}

/** Frame of a dialog or panel: heading, close button, scrolling content, actions at the foot. */
@Component({
  selector: 'sp-dialog',
  imports: [IconButton],
  // Not landmarks of the page, of which there is one each, also while a question lies over a panel.
  template: `
    <header role="presentation">
      <h2 [id]="id">{{ heading() }}</h2>
      <ng-content select="[dialogAside]" />
      <button spIconButton icon="x" [label]="words.t('ui.close')" [describes]="false" (click)="closed.emit()"></button>
    </header>
    <div class="body"><ng-content /></div>
    <footer role="presentation"><ng-content select="[dialogActions]" /></footer>
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      min-block-size: 0;
      max-block-size: inherit;
      block-size: 100%;
    }
    header {
      display: flex;
      align-items: center;
      gap: 8px;
      padding: 12px 12px 12px 24px;
      border-block-end: 1px solid var(--line);
    }
    h2 {
      flex: 1;
      min-inline-size: 0;
    }
    .body {
      flex: 1;
      min-block-size: 0;
      overflow-y: auto;
      padding: 20px 24px;
      overscroll-behavior: contain;
    }
    footer {
      display: flex;
      align-items: center;
      justify-content: flex-end;
      flex-wrap: wrap;
      gap: 8px;
      padding: 12px 24px;
      border-block-start: 1px solid var(--line);
      padding-block-end: max(12px, env(safe-area-inset-bottom));
    }
    footer:empty {
      display: none;
    }
    @media (max-width: 640px) {
      header {
        padding-inline-start: 16px;
      }
      .body,
      footer {
        padding-inline: 16px;
      }
    }
  `,
})
export class DialogFrame {
  readonly heading = input.required<string>();
  readonly closed = output<void>();
  protected readonly words = inject(Words);
  protected readonly id = `sp-dialog-${nextId++}`;

  constructor() {
    const ref = inject(DialogRef, { optional: true });
    const container = ref?.containerInstance as { _addAriaLabelledBy?: (id: string) => void } | null;
    container?._addAriaLabelledBy?.(this.id);
  }
}
