import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import {
  LIMITS,
  QR_EYES,
  QR_STYLES,
  type QrCodes,
  type QrCodesInput,
  type QrEyes,
  type QrStyle,
} from '@signpost/contracts';
import { Button } from '@signpost/ui';
import { Field, Select } from '@signpost/ui/forms';
import { DialogFrame } from '@signpost/ui/overlay';
import { ApiClient } from '../../../platform/requests/api-client';
import { I18n } from '../../../platform/words/i18n';
import { Problems } from '../../../platform/requests/problem';
import { saveFile } from '../../../platform/save-file';
import { framedHeight } from './code-picture';
import { LookFields } from './look-fields';
import { archiveOf, LABELS, linesOf, sheetOf, type Label } from './sheet-files';
import { layoutOf, PAPERS, type Paper } from './sheet-layout';

const KINDS = ['pdf', 'png', 'svg'] as const;
/** Widths of a code in millimetres: for scanning from the hand, from a table, from a wall. */
const WIDTHS = [20, 30, 40, 60, 90];

/** The codes of several links at once: an archive of pictures, or printable sheets. */
@Component({
  selector: 'app-qr-sheet',
  imports: [Button, DialogFrame, Field, LookFields, Select],
  template: `
    <sp-dialog [heading]="i18n.tn('qr.sheet.heading', ids.length)" (closed)="ref.close()">
      <div class="fields">
        <sp-field [label]="i18n.t('qr.sheet.kind')">
          <select spSelect [options]="kinds()" [(value)]="kind"></select>
        </sp-field>
        @if (kind() === 'pdf') {
          <div class="pair">
            <sp-field [label]="i18n.t('qr.sheet.paper')">
              <select spSelect [options]="papers()" [(value)]="paper"></select>
            </sp-field>
            <sp-field [label]="i18n.t('qr.sheet.width')">
              <select spSelect [options]="widths()" [(value)]="width"></select>
            </sp-field>
          </div>
          <sp-field [label]="i18n.t('qr.sheet.label')">
            <select spSelect [options]="labels()" [(value)]="label"></select>
          </sp-field>
        }
        <app-look-fields [(style)]="style" [(eyes)]="eyes" [(words)]="words" [(scans)]="scans" />
        <p class="small muted" role="status">
          @if (busy()) {
            {{ i18n.tn('qr.sheet.working', ids.length) }}
          } @else if (kind() === 'pdf') {
            {{ i18n.tn('qr.sheet.summary', layout().pages, { across: layout().across }) }}
          }
        </p>
      </div>
      <ng-container dialogActions>
        <button spButton (click)="ref.close()">{{ i18n.t('ui.cancel') }}</button>
        <button spButton variant="primary" icon="download" [busy]="busy()" (click)="make()">
          {{ i18n.t('qr.sheet.make') }}
        </button>
      </ng-container>
    </sp-dialog>
  `,
  styles: `
    .fields {
      display: grid;
      gap: 12px;
    }
    .pair {
      display: grid;
      grid-template-columns: repeat(2, minmax(0, 1fr));
      gap: 12px;
    }
    p {
      min-block-size: 20px;
    }
  `,
})
export class QrSheet {
  /** Ids of the links, at most as many as one request may name. */
  protected readonly ids = inject<readonly string[]>(DIALOG_DATA);
  protected readonly ref = inject<DialogRef>(DialogRef);
  protected readonly i18n = inject(I18n);
  private readonly client = inject(ApiClient);
  private readonly problems = inject(Problems);
  protected readonly kind = signal<string>('pdf');
  protected readonly paper = signal<string>('a4');
  protected readonly width = signal('40');
  protected readonly label = signal<string>('address');
  protected readonly style = signal<string>(QR_STYLES[0]);
  protected readonly eyes = signal<string>(QR_EYES[0]);
  protected readonly words = signal('');
  protected readonly scans = signal(false);
  protected readonly busy = signal(false);
  protected readonly kinds = computed(() => this.options(KINDS, 'kinds'));
  protected readonly papers = computed(() => this.options(Object.keys(PAPERS), 'papers'));
  protected readonly labels = computed(() => this.options(LABELS, 'labels'));
  protected readonly widths = computed(() =>
    WIDTHS.map((value) => ({ value: String(value), label: `${this.i18n.number(value)} mm` })),
  );
  protected readonly layout = computed(() => {
    const [width, label] = [Number(this.width()), this.label() as Label];
    const height = width * framedHeight(this.words().trim());
    return layoutOf(this.ids.length, this.paper() as Paper, width, height, linesOf(label));
  });

  protected async make(): Promise<void> {
    if (this.busy()) return;
    this.busy.set(true);
    try {
      const { items } = await this.codes();
      const words = this.words().trim();
      const kind = this.kind();
      const sheet = { paper: this.paper() as Paper, width: Number(this.width()), label: this.label() as Label };
      if (kind === 'pdf') {
        saveFile(await sheetOf(items, words, sheet, this.i18n.tn('qr.sheet.heading', items.length)), 'qr-codes.pdf');
      } else saveFile(await archiveOf(items, kind === 'svg' ? 'svg' : 'png', words), 'qr-codes.zip');
      this.ref.close();
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.busy.set(false);
    }
  }

  private codes(): Promise<QrCodes> {
    const input: QrCodesInput = {
      selection: { ids: this.ids.slice(0, LIMITS.bulkSelection) },
      style: this.style() as QrStyle,
      eyes: this.eyes() as QrEyes,
      scans: this.scans(),
    };
    return this.client.post<QrCodes>('/api/links/bulk/qr', input);
  }

  private options(values: readonly string[], key: string): { value: string; label: string }[] {
    return values.map((value) => ({ value, label: this.i18n.t(`qr.sheet.${key}.${value}`) }));
  }
}
