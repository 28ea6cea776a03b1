import { Dialog, DialogConfig, DialogRef } from '@angular/cdk/dialog';
import { ComponentType, Overlay } from '@angular/cdk/overlay';
import { Component, inject, Injectable, input, output } from '@angular/core';
import { IconButton } from '../buttons/icon-button';
import { Words } from '../words/index';
import { keepFocus, topDialog } from '../focus/keep-focus';
import { HeldPlace } from './held-place';
import { OpenDialogs } from './open-dialogs';

let nextId = 0;

const CONTENT = '.body :is(input, textarea, select, button, a[href]):not(:disabled), footer button:not(:disabled)';

/** The initial focus: a field or choice in the content; the close button only where there is nothing else. */
const FIRST = `[autofocus], ${CONTENT}, sp-dialog:not(:has(${CONTENT})) header button`;

/** Back and Forward are handled here, not by the CDK, which would discard unsaved input without asking. */
const SHARED = { backdropClass: 'sp-backdrop', ariaModal: true, closeOnNavigation: false } as const;

/**
 * Where the focus goes when the dialog closes. A menu item no longer exists by then: the button that opened the menu
 * takes its place. Over another dialog, the focus goes back into that one even after a click on the backdrop, never to
 * the page below. Where nothing had the focus (opened by a shortcut), it goes to the page's content.
 */
function opener(last: Element | null): HTMLElement | true {
  const below = topDialog();
  const at = document.activeElement;
  if (below && !below.contains(at) && at?.closest('[role=menu]') == null) {
    return last instanceof HTMLElement && below.contains(last) ? last : below;
  }
  if (document.activeElement === document.body) return document.querySelector<HTMLElement>('main') ?? true;
  if (document.activeElement?.closest('[role=menu]') == null) return true;
  return document.querySelector<HTMLElement>('[aria-haspopup=menu][aria-expanded=true]:not([role=menu] *)') ?? true;
}

/** Opens components as modal dialogs or as side panels at the end edge; focus returns to where it was. */
@Injectable({ providedIn: 'root' })
export class Dialogs {
  private readonly dialog = inject(Dialog);
  private readonly overlay = inject(Overlay);
  private readonly openDialogs = inject(OpenDialogs);
  private readonly place = new HeldPlace();
  /**
   * History steps of the Back or Forward that is on hold while the top dialog asks whether it may close; 0 for none.
   */
  private wanted = 0;
  /** The element focused last. */
  private last: Element | null = null;

  constructor() {
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof Element) this.last = target;
    });
    this.openDialogs.answersMoves(() => this.moved());
  }

  /**
   * A small dialog in the centre (a sheet at the bottom on phones). `closed` of the returned reference emits its
   * result.
   */
  open<R, D, C>(component: ComponentType<C>, data: D): DialogRef<R, C> {
    return this.show<R, D, C>(component, {
      ...SHARED,
      restoreFocus: opener(this.last),
      data,
      panelClass: 'sp-dialog-pane',
      autoFocus: FIRST,
    });
  }

  /**
   * A full-height panel at the end edge, for forms with many fields.
   * @param first selector of the element that is focused when it opens.
   */
  openPanel<R, D, C>(component: ComponentType<C>, data: D, first = '[autofocus], input, textarea'): DialogRef<R, C> {
    return this.show<R, D, C>(component, {
      ...SHARED,
      restoreFocus: opener(this.last),
      data,
      panelClass: 'sp-side-pane',
      autoFocus: first,
      positionStrategy: this.overlay.position().global().top('0').end('0'),
    });
  }

  /** The command palette: near the top, no header. */
  openPalette<R, D, C>(component: ComponentType<C>, data: D, label: string): DialogRef<R, C> {
    return this.show<R, D, C>(component, {
      ...SHARED,
      restoreFocus: opener(this.last),
      data,
      ariaLabel: label,
      panelClass: 'sp-palette-pane',
      autoFocus: 'input',
      positionStrategy: this.overlay.position().global().top('12vh').centerHorizontally(),
    });
  }

  private show<R, D, C>(component: ComponentType<C>, config: DialogConfig<D, DialogRef<R, C>>): DialogRef<R, C> {
    let isGivenUp = false;
    config.closePredicate = (result, _config, instance) => {
      if (isGivenUp || !isGuard(instance)) return true;
      this.wanted = 0;
      const answer = instance.mayClose(result);
      if (typeof answer === 'boolean') return answer;
      void answer.then((yes) => {
        const steps = this.wanted;
        this.wanted = 0;
        if (!yes) return;
        isGivenUp = true;
        ref.close();
        if (steps !== 0 && !this.openDialogs.areThere()) history.go(steps);
      });
      return false;
    };
    const below = this.dialog.openDialogs.at(-1);
    if (!below) this.place.hold();
    const back = config.restoreFocus instanceof HTMLElement ? config.restoreFocus : document.activeElement;
    const ref = this.dialog.open<R, D, C>(component, config);
    // The page may have changed under the dialog, as when somebody else has deleted what it is about.
    ref.closed.subscribe(() => {
      if (back?.isConnected === false) keepFocus();
    });
    // A dialog above another belongs to it, such as a question whether to discard its input: it closes with it.
    below?.closed.subscribe(() => {
      ref.close();
    });
    this.openDialogs.opened(ref.closed);
    return ref;
  }

  /**
   * Handles Back or Forward. The page changes only when its last dialog closes; until then the topmost dialog is closed
   * (a question counts as unanswered) and the address stays. Returns whether the page stays.
   */
  private moved(): boolean {
    const top = this.dialog.openDialogs.at(-1);
    if (!top) return false;
    const steps = this.place.stepsAway();
    if (steps === 0) return true;
    top.close();
    if (!this.openDialogs.areThere()) return false;
    this.wanted = this.dialog.openDialogs.includes(top) ? steps : 0;
    this.place.comeBack();
    return true;
  }
}

/** A component in a dialog may refuse to be closed, for unsaved changes. */
export interface GuardsClosing {
  /**
   * Whether the dialog may close: false keeps it open; a promise keeps it open until it resolves to true. `result` is
   * set when the component closes the dialog itself.
   */
  mayClose(result: unknown): boolean | Promise<boolean>;
}

function isGuard(instance: unknown): instance is GuardsClosing {
  return typeof instance === 'object' && instance !== null && 'mayClose' in instance;
}

/** Frame of a dialog or panel: heading, close button, scrolling content, actions at the bottom. */
@Component({
  selector: 'sp-dialog',
  imports: [IconButton],
  // `presentation`: a page may have one banner and one footer landmark only, also while a question is open above a
  // panel.
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
    @media (max-width: 40em) {
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
