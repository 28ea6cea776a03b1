import { Component, computed, inject, OnDestroy, signal } from '@angular/core';
import { LIMITS } from '@signpost/contracts';
import { Button, keepFocus, Logo, LogoPlate, Section } from '@signpost/ui';
import { FileDrop } from '@signpost/ui/forms';
import { Confirm } from '@signpost/ui/overlay';
import { Toasts } from '@signpost/ui/toasts';
import { FormFailure } from '../../platform/requests/form-failure';
import { I18n } from '../../platform/words/i18n';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { WorkspaceApi } from './workspace-api';

const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
/** Gets the focus while no picture is chosen: the buttons appear and disappear with the picture. */
const FILE = 'app-logo-section input[type=file]';

/** The logo, previewed before saving as it looks in the sidebar and on visitors' pages, on light and dark. */
@Component({
  selector: 'app-logo-section',
  imports: [Button, FileDrop, FormFailure, Logo, LogoPlate, Section],
  template: `<sp-section id="logo" [heading]="i18n.t('settings.logo.heading')" [text]="i18n.t('settings.logo.text')">
    <div class="stack card-pad">
      <div class="previews" [attr.aria-label]="i18n.t('settings.logo.preview')" role="group">
        @for (ground of ['light', 'dark']; track ground) {
          <div class="preview" [class]="ground">
            <span class="bar">
              @if (shown(); as source) {
                <sp-logo-plate [src]="source" (isWide)="wide.set($event)" (failed)="refuse()" />
              } @else {
                <sp-logo [size]="24" />
              }
              @if (!shown() || !wide()) {
                <span class="truncate" dir="auto">{{ session.workspace()?.name }}</span>
              }
            </span>
            @if (shown(); as source) {
              <sp-logo-plate [src]="source" [size]="48" (failed)="refuse()" />
            } @else {
              <sp-logo [size]="56" />
            }
          </div>
        }
      </div>
      @if (chosen(); as choice) {
        <p class="small muted">{{ choice.file.name }} · {{ i18n.t('settings.logo.fit') }}</p>
        <div class="row">
          <button spButton variant="primary" [busy]="busy()" (click)="upload(choice.file)">
            {{ i18n.t('settings.logo.use') }}
          </button>
          <button spButton variant="quiet" [disabled]="busy()" (click)="cancel()">{{ i18n.t('ui.cancel') }}</button>
        </div>
      } @else {
        <sp-file-drop
          [label]="i18n.t(current() ? 'settings.logo.replace' : 'settings.logo.choose')"
          [hint]="i18n.t('settings.logo.hint')"
          [accept]="types"
          (chosen)="choose($event)"
        />
        @if (current()) {
          <div class="row">
            <button spButton icon="trash-2" [busy]="busy()" (click)="remove()">
              {{ i18n.t('settings.logo.remove') }}
            </button>
          </div>
        }
      }
      <app-form-failure [text]="failure()" />
    </div>
  </sp-section>`,
  styles: `
    .previews {
      display: grid;
      grid-template-columns: repeat(2, minmax(0, 1fr));
      gap: 8px;
    }
    .preview {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      justify-items: center;
      align-content: space-between;
      gap: 16px;
      min-block-size: 148px;
      padding: 12px 12px 20px;
      border: 1px solid var(--line);
      border-radius: var(--r-control);
      background: #fbfaf7;
      color: #14181f;
    }
    .preview.dark {
      background: #0f1318;
      color: #eef1f4;
    }
    .bar {
      display: flex;
      align-items: center;
      gap: 8px;
      inline-size: 100%;
      font-weight: 650;
    }
  `,
})
export class LogoSection implements OnDestroy {
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  private readonly api = inject(WorkspaceApi);
  private readonly confirm = inject(Confirm);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  protected readonly types = TYPES.join(',');
  protected readonly busy = signal(false);
  protected readonly failure = signal<string | null>(null);
  protected readonly chosen = signal<{ file: File; url: string } | null>(null);
  readonly unsaved = computed(() => this.chosen() !== null && !this.busy());
  /** Whether the logo replaces the name in the sidebar. */
  protected readonly wide = signal(false);
  protected readonly current = computed(() => this.session.workspace()?.logoUrl ?? null);
  protected readonly shown = computed(() => this.chosen()?.url ?? this.current());

  ngOnDestroy(): void {
    this.drop();
  }

  protected choose(file: File): void {
    this.failure.set(null);
    if (!TYPES.includes(file.type)) this.failure.set(this.i18n.t('settings.logo.badType'));
    else if (file.size > LIMITS.logoBytes) this.failure.set(this.i18n.t('settings.logo.tooLarge'));
    else {
      this.chosen.set({ file, url: URL.createObjectURL(file) });
      keepFocus('app-logo-section .row button');
    }
  }

  protected cancel(): void {
    this.failure.set(null);
    this.drop();
    keepFocus(FILE);
  }

  /** The file has the extension of a picture, but the browser cannot decode it. */
  protected refuse(): void {
    if (!this.chosen()) return;
    this.cancel();
    this.failure.set(this.i18n.t('settings.logo.badType'));
  }

  /** Discards the choice and releases the picture's memory. */
  protected drop(): void {
    const choice = this.chosen();
    if (choice) URL.revokeObjectURL(choice.url);
    this.chosen.set(null);
  }

  protected upload(file: File): Promise<void> {
    return this.change(async () => {
      await this.api.uploadLogo(file);
      await this.session.load();
      this.drop();
      this.toasts.done(this.i18n.t('settings.logo.saved'));
    });
  }

  protected async remove(): Promise<void> {
    const sure = await this.confirm.ask({
      heading: this.i18n.t('settings.logo.sureHeading'),
      text: this.i18n.t('settings.logo.sureText'),
      action: this.i18n.t('settings.logo.remove'),
      danger: true,
    });
    if (!sure) return;
    await this.change(async () => {
      await this.api.removeLogo();
      await this.session.load();
      this.toasts.done(this.i18n.t('settings.logo.removed'));
    });
  }

  private async change(task: () => Promise<void>): Promise<void> {
    this.busy.set(true);
    this.failure.set(null);
    try {
      await task();
    } catch (error) {
      this.failure.set(this.problems.messageInForm(error));
    } finally {
      this.busy.set(false);
      keepFocus(FILE);
    }
  }
}
