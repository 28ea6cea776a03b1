import { httpResource } from '@angular/common/http';
import { Component, inject, signal } from '@angular/core';
import type { Ok, RecoveryCodes, SecondFactor, SecondFactorSetup } from '@signpost/contracts';
import { Badge, Button, CopyButton, Failed, keepFocus, keepFocusFrom, Section, Skeleton } from '@signpost/ui';
import { Field, FormModel, Input } from '@signpost/ui/forms';
import { Toasts } from '@signpost/ui/toasts';
import { ApiClient } from '../../platform/requests/api-client';
import { Connection } from '../../platform/requests/connection';
import { FormFailure } from '../../platform/requests/form-failure';
import { I18n } from '../../platform/words/i18n';
import { kept } from '../../platform/kept';
import { Problems } from '../../platform/requests/problem';
import { saveFile } from '../../platform/save-file';
import { SessionStore } from '../../platform/session';

const HERE = 'app-second-factor-section';
/** The first control of the current step. */
const FIRST = `${HERE} :is(button, input)`;

/**
 * Two-factor codes of an authenticator app: setting them up with a QR code or a typed key, recovery codes, turning them
 * off.
 */
@Component({
  selector: 'app-second-factor-section',
  imports: [Badge, Button, CopyButton, Failed, Field, FormFailure, Input, Section, Skeleton],
  template: `<sp-section
    id="second"
    [heading]="i18n.t('account.second.heading')"
    [text]="i18n.t('account.second.text')"
  >
    @if (state(); as state) {
      <div class="stack card-pad">
        @if (session.session().secondFactorMissing) {
          <p role="status">{{ i18n.t('account.second.missing') }}</p>
        }
        <app-form-failure [text]="form.failure()" />
        @if (codes(); as codes) {
          <p>{{ i18n.t('account.second.codesText') }}</p>
          <pre class="mono">{{ codes.join('\\n') }}</pre>
          <div class="row">
            <sp-copy-button look="primary" [text]="codes.join('\\n')" [name]="i18n.t('account.second.codes')" />
            <button spButton type="button" icon="download" (click)="download(codes)">
              {{ i18n.t('account.second.download') }}
            </button>
            <button spButton type="button" (click)="print(codes)">{{ i18n.t('account.second.print') }}</button>
            <button spButton type="button" variant="primary" (click)="shown.set(null)">
              {{ i18n.t('account.second.kept') }}
            </button>
          </div>
        } @else if (state.enabled) {
          <div class="row">
            <sp-badge tone="go">{{ i18n.t('account.second.on') }}</sp-badge>
            <span class="small muted">{{ i18n.tn('account.second.left', state.recoveryCodesLeft) }}</span>
          </div>
          <form class="stack" (submit)="$event.preventDefault(); disable()">
            <sp-field [label]="i18n.t('account.second.code')" [error]="form.error('code')">
              <input spInput class="mono" name="code" autocomplete="one-time-code" [(value)]="form.f.code" />
            </sp-field>
            <div class="row">
              <button spButton type="submit" variant="danger" [disabled]="!form.f.code()" [busy]="form.busy()">
                {{ i18n.t('account.second.disable') }}
              </button>
            </div>
          </form>
        } @else if (setup(); as setup) {
          <p>{{ i18n.t('account.second.scan') }}</p>
          @if (picture(); as picture) {
            <img width="192" height="192" [src]="picture" [alt]="i18n.t('account.second.qr')" />
          }
          <p class="small muted">{{ i18n.t('account.second.type') }}</p>
          <div class="row">
            <code class="mono">{{ setup.secret }}</code>
            <sp-copy-button [text]="setup.secret" [name]="i18n.t('account.second.key')" />
          </div>
          <form class="stack" (submit)="$event.preventDefault(); enable()">
            <sp-field [label]="i18n.t('account.second.code')" [error]="form.error('code')">
              <input
                spInput
                class="mono"
                name="code"
                inputmode="numeric"
                autocomplete="one-time-code"
                [(value)]="form.f.code"
              />
            </sp-field>
            <div class="row">
              <button spButton type="submit" variant="primary" [disabled]="!form.f.code()" [busy]="form.busy()">
                {{ i18n.t('account.second.enable') }}
              </button>
            </div>
          </form>
        } @else {
          <div class="row">
            <button spButton type="button" [busy]="form.busy()" (click)="begin()">
              {{ i18n.t('account.second.begin') }}
            </button>
          </div>
        }
      </div>
    } @else if (resource.error()) {
      <sp-failed (retry)="resource.reload()" />
    } @else {
      <div class="card-pad"><sp-skeleton [count]="1" /></div>
    }
  </sp-section>`,
  styles: `
    pre {
      columns: 2;
      padding: 12px;
      border-radius: var(--r-control);
      background: var(--surface-2);
    }
    img {
      padding: 8px;
      border-radius: var(--r-control);
      background: #fff;
    }
    .row {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 8px;
    }
    code {
      overflow-wrap: anywhere;
    }
  `,
})
export class SecondFactorSection {
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  private readonly client = inject(ApiClient);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  protected readonly form = new FormModel({ code: '' });
  protected readonly setup = signal<SecondFactorSetup | null>(null);
  /** The QR code of the set-up, as a data URL. */
  protected readonly picture = signal<string | null>(null);
  /** Shown once, until the user confirms to have stored them. */
  protected readonly shown = signal<readonly string[] | null>(null);
  protected readonly codes = this.shown.asReadonly();
  private readonly connection = inject(Connection);
  protected readonly resource = httpResource<SecondFactor>(() => {
    this.connection.recovered();
    return '/api/auth/second-factor';
  });
  protected readonly state = kept(this.resource);

  constructor() {
    // Each step replaces the one before.
    keepFocusFrom(HERE, () => [this.setup(), this.shown(), this.state()?.enabled], FIRST);
  }

  protected begin(): Promise<void> {
    return this.run(async () => {
      const setup = await this.client.post<SecondFactorSetup>('/api/auth/second-factor/setup');
      // A CommonJS module: its exports are the default export.
      const { default: qrCode } = await import('qrcode');
      this.picture.set(await qrCode.toDataURL(setup.uri, { margin: 0, width: 384 }));
      this.setup.set(setup);
    });
  }

  protected enable(): Promise<void> {
    return this.run(async () => {
      const path = '/api/auth/second-factor/enable';
      const { recoveryCodes } = await this.client.post<RecoveryCodes>(path, this.form.value());
      this.shown.set(recoveryCodes);
      this.setup.set(null);
      this.picture.set(null);
    });
  }

  protected disable(): Promise<void> {
    return this.run(async () => {
      await this.client.post<Ok>('/api/auth/second-factor/disable', this.form.value());
      this.toasts.done(this.i18n.t('account.second.disabled'));
    });
  }

  protected download(codes: readonly string[]): void {
    saveFile(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'signpost-recovery-codes.txt');
  }

  /** In a window of its own: nothing else of the page should be printed. */
  protected print(codes: readonly string[]): void {
    const page = open('', '_blank', 'width=480,height=640');
    if (!page) return;
    const text = page.document.createElement('pre');
    text.textContent = `Signpost, ${location.host}, ${this.session.user()?.email ?? ''}\n\n${codes.join('\n')}\n`;
    page.document.body.append(text);
    page.print();
    page.close();
  }

  private async run(task: () => Promise<unknown>): Promise<void> {
    await this.form.send(
      async () => {
        await task();
        this.form.reset({ code: '' });
        // Without a code the pressed button is disabled.
        keepFocus(FIRST);
        await this.session.load();
        this.resource.reload();
      },
      (error) => this.problems.intoForm(error, this.form),
    );
  }
}
