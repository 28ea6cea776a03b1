import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { LIMITS, Link } from '@signpost/contracts';
import { isLighter, isQrReadable } from '@signpost/domain';
import { Announcer, Button, Icon, keepFocus, Switch } from '@signpost/ui';
import { Field, Input, Select } from '@signpost/ui/forms';
import { DialogFrame } from '@signpost/ui/overlay';
import { I18n } from '../../../platform/i18n';
import { SessionStore } from '../../../platform/session';
import { colourOf } from './typed-colour';
import { readable } from '../page/short-address';

const BLACK = '#000000';
const WHITE = '#ffffff';
const SIZES = [256, 512, 1024, LIMITS.qrSizeMax];

/** The QR code of a link: colours, size, logo, live preview, download. */
@Component({
  selector: 'app-qr-studio',
  imports: [Button, DialogFrame, Field, Icon, Input, RouterLink, Select, Switch],
  template: `
    <sp-dialog [heading]="i18n.t('links.qr.heading')" (closed)="ref.close()">
      <div class="studio">
        <div class="preview">
          @if (isReadable()) {
            <img
              [src]="url('svg', 256)"
              width="208"
              height="208"
              [alt]="i18n.t('links.qr.alt', { url: readable(link.shortUrl) })"
            />
          } @else {
            <div class="blocked"><sp-icon name="qr-code" [size]="20" /></div>
          }
          <p class="mono small muted">{{ readable(link.shortUrl) }}</p>
        </div>
        <div class="controls">
          <sp-field [label]="i18n.t('links.qr.size')">
            <select spSelect [options]="sizes" [(value)]="size"></select>
          </sp-field>
          <sp-field [label]="i18n.t('links.qr.foreground')" [error]="foreground() ? null : i18n.t('links.qr.invalid')">
            <div class="colour">
              <input
                type="color"
                [attr.aria-label]="i18n.t('links.qr.foreground')"
                #fg
                [value]="foreground() ?? '#000000'"
                (input)="foregroundText.set(fg.value)"
              />
              <input
                spInput
                class="mono"
                autocomplete="off"
                spellcheck="false"
                [attr.aria-label]="i18n.t('links.qr.hex', { colour: i18n.t('links.qr.foreground') })"
                [(value)]="foregroundText"
              />
            </div>
          </sp-field>
          <sp-field [label]="i18n.t('links.qr.background')" [error]="background() ? null : i18n.t('links.qr.invalid')">
            <div class="colour">
              <input
                type="color"
                [attr.aria-label]="i18n.t('links.qr.background')"
                #bg
                [value]="background() ?? '#ffffff'"
                (input)="backgroundText.set(bg.value)"
              />
              <input
                spInput
                class="mono"
                autocomplete="off"
                spellcheck="false"
                [attr.aria-label]="i18n.t('links.qr.hex', { colour: i18n.t('links.qr.background') })"
                [(value)]="backgroundText"
              />
            </div>
          </sp-field>
          @if (session.workspace()?.logoUrl) {
            <sp-switch [label]="i18n.t('links.qr.logo')" [(checked)]="logo" />
          } @else if (session.can('workspace.manage')) {
            <p class="small muted">
              {{ i18n.t('links.qr.noLogo') }}
              <a routerLink="/settings" (click)="ref.close()">{{ i18n.t('links.qr.toLogo') }}</a>
            </p>
          }
          <p class="note" role="status">
            @if (refusal(); as reason) {
              <sp-icon name="circle-alert" [size]="14" />{{ i18n.t('links.qr.' + reason) }}
            }
          </p>
          @if (changed()) {
            <button spButton small variant="quiet" icon="rotate-ccw" (click)="reset()">
              {{ i18n.t('links.qr.reset') }}
            </button>
          }
        </div>
      </div>
      <ng-container dialogActions>
        @if (isReadable()) {
          <a spButton icon="download" [href]="url('svg', +size())" [attr.download]="link.slug + '.svg'">{{
            i18n.t('links.qr.svg')
          }}</a>
          <a
            spButton
            variant="primary"
            icon="download"
            [href]="url('png', +size())"
            [attr.download]="link.slug + '.png'"
            >{{ i18n.t('links.qr.png') }}</a
          >
        } @else {
          <button spButton icon="download" disabled>{{ i18n.t('links.qr.svg') }}</button>
          <button spButton variant="primary" icon="download" disabled>{{ i18n.t('links.qr.png') }}</button>
        }
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
      block-size: 226px;
      padding: 8px;
      border: 1px solid var(--line);
      border-radius: var(--r-card);
      background: #fff;
    }
    .blocked {
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
  protected readonly readable = readable;
  protected readonly foregroundText = signal(BLACK);
  protected readonly backgroundText = signal(WHITE);
  /** Null while what is typed is no colour. */
  protected readonly foreground = computed(() => colourOf(this.foregroundText()));
  protected readonly background = computed(() => colourOf(this.backgroundText()));
  protected readonly size = signal('512');
  protected readonly logo = signal(false);
  protected readonly sizes = SIZES.map((size) => ({ value: String(size), label: `${size} × ${size}` }));
  private readonly colours = computed(() => {
    const [foreground, background] = [this.foreground(), this.background()];
    return foreground !== null && background !== null ? { foreground, background } : null;
  });
  /** By the rule of the server: what it would refuse is not offered. */
  protected readonly isReadable = computed(() => {
    const colours = this.colours();
    return colours !== null && isQrReadable(colours.foreground.slice(1), colours.background.slice(1));
  });
  /** Why it is not: light on dark, or too little between them. Null while there is nothing to judge. */
  protected readonly refusal = computed(() => {
    const colours = this.colours();
    if (colours === null || this.isReadable()) return null;
    return isLighter(colours.foreground.slice(1), colours.background.slice(1)) ? 'inverted' : 'contrast';
  });
  protected readonly changed = computed(() => this.foregroundText() !== BLACK || this.backgroundText() !== WHITE);

  protected reset(): void {
    this.foregroundText.set(BLACK);
    this.backgroundText.set(WHITE);
    // The button goes: the colours are where one goes on.
    keepFocus('app-qr-studio .colour .mono');
    this.announcer.say(this.i18n.t('links.qr.wasReset'));
  }

  protected url(format: 'svg' | 'png', size: number): string {
    const params = new URLSearchParams({
      format,
      size: String(size),
      foreground: (this.foreground() ?? BLACK).slice(1),
      background: (this.background() ?? WHITE).slice(1),
    });
    if (this.logo()) params.set('logo', '1');
    return `/api/links/${this.link.id}/qr?${params.toString()}`;
  }
}
