import { Component, computed, inject, output, signal } from '@angular/core';
import { LIMITS, PathMode } from '@signpost/contracts';
import { parsePrefix } from '@signpost/domain';
import { Badge, Button, keepFocus, Section } from '@signpost/ui';
import { AddressBox, Field, FormModel, Input } from '@signpost/ui/forms';
import { Confirm } from '@signpost/ui/overlay';
import { Toasts } from '@signpost/ui/toasts';
import { FormFailure } from '../../platform/requests/form-failure';
import { SaveButton } from '../../platform/requests/save-button';
import { I18n } from '../../platform/words/i18n';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { exampleUnder, originOf } from './link-path';
import { WorkspaceApi } from './workspace-api';

/** The link prefix; the effect of a change on published short URLs is shown while typing. */
@Component({
  selector: 'app-path-section',
  imports: [AddressBox, Badge, Button, Field, FormFailure, Input, SaveButton, Section],
  templateUrl: './path-section.html',
  styleUrl: './path-section.css',
})
export class PathSection {
  readonly changed = output<void>();
  protected readonly i18n = inject(I18n);
  private readonly api = inject(WorkspaceApi);
  private readonly session = inject(SessionStore);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  private readonly confirm = inject(Confirm);
  protected readonly limits = LIMITS;
  protected readonly mode = signal<PathMode>('preserve');
  protected readonly form = new FormModel({ linkPrefix: this.session.workspace()?.linkPrefix ?? '' });

  private readonly current = computed(() => this.session.workspace()?.linkPrefix ?? null);
  private readonly wanted = computed(() => this.form.f.linkPrefix().trim().toLowerCase() || null);
  private readonly origin = computed(() => originOf(this.session.workspace()?.shortUrlBase ?? '', this.current()));
  protected readonly host = computed(() => `${exampleUnder(this.origin(), null, '')}/`);
  protected readonly differs = computed(() => this.wanted() !== this.current());
  readonly unsaved = computed(() => this.differs() && !this.form.busy());
  protected readonly before = computed(() => exampleUnder(this.origin(), this.current(), 'spring'));
  protected readonly after = computed(() => exampleUnder(this.origin(), this.wanted(), 'spring'));
  /** What is wrong with the typed prefix, before the server is asked. */
  protected readonly refusal = computed(() => {
    const wanted = this.wanted();
    const parsed = wanted === null ? { ok: true as const } : parsePrefix(wanted);
    return parsed.ok ? null : this.i18n.t(`settings.path.${parsed.reason}`);
  });
  protected readonly fit = computed(() => this.differs() && this.refusal() === null);
  protected readonly modes: readonly PathMode[] = ['preserve', 'replace'];

  protected async save(): Promise<void> {
    if (this.form.busy() || !this.fit()) return;
    if (this.mode() === 'replace' && !(await this.sure())) return;
    await this.form.send(
      async () => {
        const workspace = await this.api.update({ linkPrefix: this.wanted(), pathMode: this.mode() });
        await this.session.load();
        this.form.reset({ linkPrefix: workspace.linkPrefix ?? '' });
        this.settle();
        this.toasts.done(this.i18n.t('settings.path.saved'));
        this.changed.emit();
      },
      (error) => this.problems.intoForm(error, this.form, { prefix_conflict: 'linkPrefix' }),
    );
  }

  protected reset(): void {
    this.form.reset({ linkPrefix: this.current() ?? '' });
    this.settle();
  }

  /** Without a change its buttons disappear or are disabled, and so lose the focus. */
  private settle(): void {
    this.mode.set('preserve');
    keepFocus('app-path-section input[name=linkPrefix]');
  }

  private sure(): Promise<boolean> {
    return this.confirm.ask({
      heading: this.i18n.t('settings.path.sureHeading'),
      text: this.i18n.t('settings.path.sureText', { address: this.before() }),
      action: this.i18n.t('settings.path.sureAction'),
      danger: true,
    });
  }
}
