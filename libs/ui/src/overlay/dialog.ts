import { Dialog, DialogRef } from '@angular/cdk/dialog';
import { ComponentType, Overlay } from '@angular/cdk/overlay';
import { Component, inject, Injectable, input, output } from '@angular/core';
import { IconButton } from '../icon-button';
import { Words } from '../words/index';

let nextId = 0;

const CONTENT = '.body :is(input, textarea, select, button, a[href]):not(:disabled), footer button:not(:disabled)';

/** What is to be filled in or decided comes first; the button that closes only where there is nothing else. */
const FIRST = `[autofocus], ${CONTENT}, sp-dialog:not(:has(${CONTENT})) header button`;

/** Opens components as modal dialogs or as panels from the end edge; focus returns to where it was. */
@Injectable({ providedIn: 'root' })
export class Dialogs {
  private readonly dialog = inject(Dialog);
  private readonly overlay = inject(Overlay);

  /** A small dialog in the middle (a sheet at the bottom of a phone). Resolves with what it closed with. */
  open<R, D, C>(component: ComponentType<C>, data: D): DialogRef<R, C> {
    return this.dialog.open<R, D, C>(component, {
      data,
      panelClass: 'sp-dialog-pane',
      backdropClass: 'sp-backdrop',
      ariaModal: true,
      autoFocus: FIRST,
      closePredicate: mayClose,
    });
  }

  /** A full-height panel from the end edge, for forms with many fields. */
  openPanel<R, D, C>(component: ComponentType<C>, data: D): DialogRef<R, C> {
    return this.dialog.open<R, D, C>(component, {
      data,
      panelClass: 'sp-side-pane',
      backdropClass: 'sp-backdrop',
      ariaModal: true,
      autoFocus: '[autofocus], input, textarea',
      positionStrategy: this.overlay.position().global().top('0').end('0'),
      closePredicate: mayClose,
    });
  }

  /** The command palette: near the top, no header. */
  openPalette<R, D, C>(component: ComponentType<C>, data: D, label: string): DialogRef<R, C> {
    return this.dialog.open<R, D, C>(component, {
      data,
      ariaLabel: label,
      panelClass: 'sp-palette-pane',
      backdropClass: 'sp-backdrop',
      ariaModal: true,
      autoFocus: 'input',
      positionStrategy: this.overlay.position().global().top('12vh').centerHorizontally(),
    });
  }

  /** True while any dialog is open: shortcuts of the page below must stay silent. */
  get anyOpen(): boolean {
    return this.dialog.openDialogs.length > 0;
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
