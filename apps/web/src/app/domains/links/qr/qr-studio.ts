import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { httpResource } from '@angular/common/http';
import { Component, computed, inject, linkedSignal, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { LIMITS, Link, QR_EYES, QR_STYLES } from '@signpost/contracts';
import { isLighter, isQrReadable } from '@signpost/domain';
import { Announcer, Button, Icon, keepFocus, Switch, Toasts } from '@signpost/ui';
import { Field, Input, Select } from '@signpost/ui/forms';
import { DialogFrame } from '@signpost/ui/overlay';
import { I18n } from '../../../platform/words/i18n';
import { LazyLoader } from '../../../platform/navigation/lazy-loader';
import { Problems } from '../../../platform/requests/problem';
import { saveFile } from '../../../platform/save-file';
import { SessionStore } from '../../../platform/session';
import { LookFields } from './look-fields';
import { colourOf } from './typed-colour';
import { readable } from '../page/short-address';

const BLACK = '#000000';
const WHITE = '#ffffff';
/** Side of a PDF page in millimetres; the user scales it when placing it. */
const PDF_MM = 60;
const SIZES = [256, 512, 1024, LIMITS.qrSizeMax];

/** The QR code of a link: shape, colours, size, logo and frame, live preview, copy, download. */
@Component({
  selector: 'app-qr-studio',
  imports: [Button, DialogFrame, Field, Icon, Input, LookFields, RouterLink, Select, Switch],
  template: `
    <sp-dialog [heading]="i18n.t('qr.heading')" (closed)="ref.close()">
      <div class="studio">
        <div class="preview">
          @if (isReadable() && picture(); as src) {
            <img [src]="src" width="208" [alt]="i18n.t('qr.alt', { url: readable(link.shortUrl) })" />
          } @else {
            <div class="blocked"><sp-icon name="qr-code" [size]="20" /></div>
          }
          <p class="mono small muted">{{ readable(link.shortUrl) }}</p>
        </div>
        <div class="controls">
          <sp-field [label]="i18n.t('qr.size')">
            <select spSelect [options]="sizes" [(value)]="size"></select>
          </sp-field>
          <app-look-fields [(style)]="style" [(eyes)]="eyes" [(words)]="words" [(scans)]="scans" />
          @for (field of fields; track field.name) {
            <sp-field [label]="i18n.t('qr.' + field.name)" [error]="field.colour() ? null : i18n.t('qr.invalid')">
              <div class="colour">
                <input
                  type="color"
                  [attr.aria-label]="i18n.t('qr.' + field.name)"
                  #picker
                  [value]="field.colour() ?? field.usual"
                  (input)="field.text.set(picker.value)"
                />
                <input
                  spInput
                  class="mono"
                  autocomplete="off"
                  spellcheck="false"
                  [attr.aria-label]="i18n.t('qr.hex', { colour: i18n.t('qr.' + field.name) })"
                  [(value)]="field.text"
                />
              </div>
            </sp-field>
          }
          @if (session.workspace()?.logoUrl) {
            <sp-switch [label]="i18n.t('qr.logo')" [(checked)]="logo" />
          } @else if (session.can('workspace.manage')) {
            <p class="small muted">
              {{ i18n.t('qr.noLogo') }}
              <a routerLink="/settings" (click)="ref.close()">{{ i18n.t('qr.toLogo') }}</a>
            </p>
          }
          <p class="note" role="status">
            @if (note(); as text) {
              <sp-icon name="circle-alert" [size]="14" />{{ text }}
            }
          </p>
          @if (changed()) {
            <button spButton small variant="quiet" icon="rotate-ccw" (click)="reset()">
              {{ i18n.t('qr.reset') }}
            </button>
          }
        </div>
      </div>
      <ng-container dialogActions>
        <button spButton icon="copy" [disabled]="!svg()" [busy]="busy()" (click)="copy()">
          {{ i18n.t('qr.copy') }}
        </button>
        <button spButton icon="download" [disabled]="!svg()" [busy]="busy()" (click)="save('svg')">SVG</button>
        <button spButton icon="download" [disabled]="!svg()" [busy]="busy()" (click)="save('pdf')">PDF</button>
        <button spButton variant="primary" icon="download" [disabled]="!svg()" [busy]="busy()" (click)="save('png')">
          {{ i18n.t('qr.png') }}
        </button>
      </ng-container>
    </sp-dialog>
  `,
  styles: `
    .studio {
      display: grid;
      grid-template-columns: auto minmax(0, 1fr);
      gap: 24px;
    }
    .preview {
      display: grid;
      justify-items: center;
      align-content: start;
      gap: 8px;
      max-inline-size: 226px;
      text-align: center;
    }
    img,
    .blocked {
      inline-size: 226px;
      padding: 8px;
      border: 1px solid var(--line);
      border-radius: var(--r-card);
      background: #fff;
    }
    .blocked {
      block-size: 226px;
      display: grid;
      place-items: center;
      background: var(--surface-2);
      color: var(--ink-2);
    }
    .controls {
      display: grid;
      align-content: start;
      justify-items: start;
      gap: 12px;
    }
    .controls sp-field {
      inline-size: 100%;
    }
    .colour {
      display: flex;
      gap: 8px;
    }
    input[type='color'] {
      flex: none;
      inline-size: 40px;
      block-size: var(--control);
      padding: 2px;
      border: 1px solid var(--line-2);
      border-radius: var(--r-control);
      background: var(--surface);
      cursor: pointer;
    }
    .note {
      display: flex;
      gap: 4px;
      color: var(--stop);
      font-size: 0.75rem;
      line-height: 1rem;
    }
    @media (max-width: 35em) {
      .studio {
        grid-template-columns: minmax(0, 1fr);
        justify-items: center;
      }
      .controls {
        inline-size: 100%;
      }
    }
  `,
})
export class QrStudio {
  protected readonly link = inject<Link>(DIALOG_DATA);
  protected readonly ref = inject<DialogRef>(DialogRef);
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  private readonly announcer = inject(Announcer);
  private readonly loader = inject(LazyLoader);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  protected readonly readable = readable;
  private readonly foregroundText = signal(BLACK);
  private readonly backgroundText = signal(WHITE);
  /** Null while the typed text is no colour. */
  private readonly foreground = computed(() => colourOf(this.foregroundText()));
  private readonly background = computed(() => colourOf(this.backgroundText()));
  protected readonly fields = [
    { name: 'foreground', text: this.foregroundText, colour: this.foreground, usual: BLACK },
    { name: 'background', text: this.backgroundText, colour: this.background, usual: WHITE },
  ];
  protected readonly size = signal('512');
  protected readonly logo = signal(false);
  protected readonly style = signal<string>(QR_STYLES[0]);
  protected readonly eyes = signal<string>(QR_EYES[0]);
  protected readonly words = signal('');
  protected readonly scans = signal(false);
  protected readonly busy = signal(false);
  /** The code for frames, PDFs and pictures; undefined until it is loaded. */
  private readonly part = signal<typeof import('./code-picture') | undefined>(undefined);
  protected readonly sizes = SIZES.map((size) => ({ value: String(size), label: `${size} × ${size}` }));
  private readonly colours = computed(() => {
    const [foreground, background] = [this.foreground(), this.background()];
    return foreground !== null && background !== null ? { foreground, background } : null;
  });
  /** The server's rule: a combination that it would refuse is not offered. */
  protected readonly isReadable = computed(() => {
    const colours = this.colours();
    return colours !== null && isQrReadable(colours.foreground.slice(1), colours.background.slice(1));
  });
  /** Why the colours are refused: light on dark, or too little contrast. Null while there is nothing to check. */
  protected readonly refusal = computed(() => {
    const colours = this.colours();
    if (colours === null || this.isReadable()) return null;
    return isLighter(colours.foreground.slice(1), colours.background.slice(1)) ? 'inverted' : 'contrast';
  });
  /** The code without its frame, drawn by the server; null while there is none. */
  private readonly code = httpResource.text(() => (this.isReadable() ? this.url() : undefined));
  protected readonly svg = computed(() => (this.code.hasValue() ? this.code.value() : null));
  /** The last code stays visible until the next one has loaded. */
  private readonly shown = linkedSignal<string | null, string | null>({
    source: this.svg,
    computation: (svg, before) => svg ?? before?.value ?? null,
  });
  protected readonly picture = computed(() => {
    const [svg, part] = [this.shown(), this.part()];
    if (svg === null || part === undefined) return null;
    return `data:image/svg+xml,${encodeURIComponent(part.framed(svg, this.words().trim(), 256))}`;
  });
  /** Why there is no code: because of the colours, or the server's message about the size. */
  protected readonly note = computed(() => {
    const reason = this.refusal();
    if (reason !== null) return this.i18n.t(`qr.${reason}`);
    const error = this.code.error();
    return error ? this.problems.message(error) : '';
  });
  protected readonly changed = computed(() => this.foregroundText() !== BLACK || this.backgroundText() !== WHITE);

  constructor() {
    void this.loader.fetch(() => import('./code-picture')).then((part) => this.part.set(part));
  }

  protected reset(): void {
    this.foregroundText.set(BLACK);
    this.backgroundText.set(WHITE);
    // The button disappears: the focus moves to the colours.
    keepFocus('app-qr-studio .colour .mono');
    this.announcer.announce(this.i18n.t('qr.wasReset'));
  }

  private url(): string {
    const params = new URLSearchParams({
      size: this.size(),
      style: this.style(),
      eyes: this.eyes(),
      foreground: (this.foreground() ?? BLACK).slice(1),
      background: (this.background() ?? WHITE).slice(1),
    });
    if (this.logo()) params.set('logo', '1');
    if (this.scans()) params.set('scans', '1');
    return `/api/links/${this.link.id}/qr?${params.toString()}`;
  }

  protected async save(format: 'svg' | 'png' | 'pdf'): Promise<void> {
    await this.make(async ({ framed, framedHeight, pngOf, drawOnPage }, svg) => {
      const size = Number(this.size());
      const [words, height] = [this.words().trim(), Math.round(size * framedHeight(this.words().trim()))];
      const name = `${this.link.slug}.${format}`;
      if (format === 'pdf') {
        const { PdfPage, pdfOf } = await import('./pdf');
        const page = new PdfPage(PDF_MM, PDF_MM * framedHeight(words));
        await drawOnPage(page, svg, words, { x: 0, y: 0, width: page.width, height: page.height });
        saveFile(await pdfOf([page], readable(this.link.shortUrl)), name);
      } else if (format === 'png') saveFile(await pngOf(framed(svg, words, size), size, height), name);
      else saveFile(new Blob([framed(svg, words, size)], { type: 'image/svg+xml' }), name);
    });
  }

  /** Copies the picture to the clipboard, where the browser allows it. */
  protected async copy(): Promise<void> {
    await this.make(async ({ framed, framedHeight, pngOf }, svg) => {
      const [size, words] = [Number(this.size()), this.words().trim()];
      const png = pngOf(framed(svg, words, size), size, Math.round(size * framedHeight(words)));
      try {
        // The unresolved promise: Safari only accepts a clipboard write started during the click.
        await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
        this.toasts.done(this.i18n.t('qr.copied'));
      } catch {
        this.toasts.error(this.i18n.t('qr.notCopied'));
      }
    });
  }

  private async make(use: (part: typeof import('./code-picture'), svg: string) => Promise<void>): Promise<void> {
    const [part, svg] = [this.part(), this.svg()];
    if (part === undefined || svg === null || this.busy()) return;
    this.busy.set(true);
    try {
      await use(part, svg);
    } catch (error) {
      console.warn(error);
      this.toasts.error(this.i18n.t('qr.notMade'));
    } finally {
      this.busy.set(false);
    }
  }
}
