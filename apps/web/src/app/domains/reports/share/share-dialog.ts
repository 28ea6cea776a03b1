import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { httpResource } from '@angular/common/http';
import { Component, computed, DestroyRef, inject, signal } from '@angular/core';
import { LIMITS, type NewReportShare, type ReportShare, type ReportShareList } from '@signpost/contracts';
import { Button, CopyButton, copyText, Failed, keepFocusFrom, Skeleton, Toasts } from '@signpost/ui';
import { Field, FormModel, Input } from '@signpost/ui/forms';
import { DialogFrame, type GuardsClosing } from '@signpost/ui/overlay';
import { Connection } from '../../../platform/requests/connection';
import { FormFailure } from '../../../platform/requests/form-failure';
import { formGuard } from '../../../platform/requests/form-guard';
import { I18n } from '../../../platform/words/i18n';
import { kept } from '../../../platform/kept';
import { Problems } from '../../../platform/requests/problem';
import { SessionStore } from '../../../platform/session';
import type { ReportKind } from '../report-parts';
import { endDays, endOf } from './share-end';
import { SharesApi } from './shares-api';

/** Subject of the share; a workspace has no id here. */
export interface ShareSubject {
  readonly type: ReportKind;
  readonly id: string | null;
}

/** Creates URLs that show a report to people without an account, and revokes them. */
@Component({
  selector: 'app-share-dialog',
  imports: [Button, CopyButton, DialogFrame, Failed, Field, FormFailure, Input, Skeleton],
  templateUrl: './share-dialog.html',
  styleUrl: './share-dialog.css',
})
export class ShareDialog implements GuardsClosing {
  protected readonly i18n = inject(I18n);
  protected readonly ref = inject<DialogRef<void>>(DialogRef);
  protected readonly subject = inject<ShareSubject>(DIALOG_DATA);
  private readonly api = inject(SharesApi);
  private readonly connection = inject(Connection);
  private readonly session = inject(SessionStore);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  private readonly life = inject(DestroyRef);
  protected readonly titleLength = LIMITS.titleLength;
  protected readonly days = endDays(Date.now());
  protected readonly form = new FormModel({ title: '', expiresAt: this.days.usual });
  readonly mayClose = formGuard(this.form, { leaving: 'reports.share.leaving' });
  /** The share created just now: its URL is returned only once. */
  protected readonly made = signal<NewReportShare | null>(null);
  /** Whether the browser allowed copying its URL automatically. */
  protected readonly isCopied = signal(false);
  protected readonly revoking = signal<string | null>(null);
  protected readonly resource = httpResource<ReportShareList>(() => {
    this.connection.recovered();
    return '/api/reports/shares';
  });
  private readonly list = kept(this.resource);
  /** Shares of this report. */
  protected readonly shares = computed(() =>
    this.list()?.items.filter(({ subject }) => subject.type === this.subject.type && subject.id === this.subject.id),
  );

  constructor() {
    // A revoked share disappears together with its button.
    keepFocusFrom('app-share-dialog', this.shares);
  }

  protected nameOf(share: ReportShare): string {
    return share.title ?? this.i18n.t('reports.share.untitled');
  }

  /** The share ends with a day: the returned instant belongs to the next one. */
  protected lastDay({ expiresAt }: ReportShare): string {
    return this.i18n.date(Date.parse(expiresAt) - 1);
  }

  protected mayRevoke({ creator }: ReportShare): boolean {
    return this.session.session().role === 'OWNER' || creator?.id === this.session.user()?.id;
  }

  protected async create(): Promise<void> {
    if (this.form.busy()) return;
    this.form.clearErrors();
    const expiresAt = endOf(this.form.f.expiresAt());
    if (expiresAt === null) {
      this.form.fail({ expiresAt: this.i18n.t('ui.required') });
      return;
    }
    const { type, id } = this.subject;
    const subject = id === null ? { type } : { type, id };
    await this.form.send(
      async () => {
        const input = { subject, expiresAt, title: this.form.f.title().trim() || null };
        const share = await this.api.create(input);
        // The URL is shown only here: without its reader it would be an open address that nobody knows.
        if (this.life.destroyed) return this.withdraw(share);
        this.isCopied.set(await copyText(share.url));
        this.made.set(share);
        this.form.reset({ title: '', expiresAt: this.days.usual });
        this.resource.reload();
        return true;
      },
      (error) => this.problems.intoForm(error, this.form),
    );
  }

  /** Revokes a share whose dialog was left before its URL was there. Nothing is shared then, so the result is false. */
  private async withdraw({ id }: ReportShare): Promise<false> {
    await this.api.revoke(id);
    this.form.fail({}, this.i18n.t('reports.share.left'));
    return false;
  }

  protected async revoke(share: ReportShare): Promise<void> {
    this.revoking.set(share.id);
    try {
      await this.api.revoke(share.id);
      if (this.made()?.id === share.id) this.made.set(null);
      this.toasts.done(this.i18n.t('reports.share.revoked', { name: this.nameOf(share) }));
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.revoking.set(null);
      this.resource.reload();
    }
  }
}
