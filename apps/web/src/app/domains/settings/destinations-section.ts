import { Component, computed, inject, signal } from '@angular/core';
import type { Workspace } from '@signpost/contracts';
import { Section, Switch } from '@signpost/ui';
import { Field, FormModel, Input } from '@signpost/ui/forms';
import { Toasts } from '@signpost/ui/toasts';
import { firstValueFrom } from 'rxjs';
import { FormFailure } from '../../platform/requests/form-failure';
import { HostStore } from '../../platform/host';
import { I18n } from '../../platform/words/i18n';
import { SaveButton } from '../../platform/requests/save-button';
import { Problems, toProblem } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { WorkspaceApi } from './workspace-api';

/** The allowed destination hosts of the workspace, and whether destinations are checked. */
@Component({
  selector: 'app-destinations-section',
  imports: [Field, FormFailure, Input, SaveButton, Section, Switch],
  template: `<sp-section
    id="destinations"
    [heading]="i18n.t('settings.destinations.heading')"
    [text]="i18n.t('settings.destinations.text')"
  >
    <form class="stack card-pad" (submit)="$event.preventDefault(); save()">
      @if (isWatching()) {
        <sp-switch
          [label]="i18n.t('settings.destinations.watch')"
          [hint]="i18n.t('settings.destinations.watchHint')"
          [checked]="isOn()"
          (checkedChange)="setWatch($event)"
        />
      } @else {
        <p class="muted small">{{ i18n.t('settings.destinations.off') }}</p>
      }
      <app-form-failure [text]="form.failure()" />
      <sp-field
        [label]="i18n.t('settings.destinations.hosts')"
        [hint]="i18n.t('settings.destinations.hostsHint')"
        [error]="error()"
      >
        <textarea
          spInput
          class="mono"
          name="hosts"
          rows="4"
          spellcheck="false"
          autocapitalize="none"
          [(value)]="form.f.hosts"
        ></textarea>
      </sp-field>
      <div class="row">
        <app-save-button [fit]="form.dirty()" [busy]="form.busy()" />
      </div>
    </form>
  </sp-section>`,
})
export class DestinationsSection {
  protected readonly i18n = inject(I18n);
  private readonly api = inject(WorkspaceApi);
  private readonly session = inject(SessionStore);
  private readonly host = inject(HostStore);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  protected readonly isWatching = computed(() => this.host.context()?.destinationWatch === true);
  protected readonly isOn = signal(this.session.workspace()?.destinationWatch ?? true);
  protected readonly form = new FormModel({ hosts: (this.session.workspace()?.allowedHosts ?? []).join('\n') });
  readonly unsaved = computed(() => this.form.dirty() && !this.form.busy());
  /** The first invalid line: all lines are in one field. */
  protected readonly error = signal('');

  protected async setWatch(destinationWatch: boolean): Promise<void> {
    this.isOn.set(destinationWatch);
    try {
      await firstValueFrom(this.api.update({ destinationWatch }));
      await this.session.load();
    } catch (error) {
      this.isOn.set(!destinationWatch);
      this.problems.toast(error);
    }
  }

  protected async save(): Promise<void> {
    if (!this.form.dirty()) return;
    const hosts = this.form.f
      .hosts()
      .split(/[\s,]+/)
      .filter((host) => host !== '');
    this.error.set('');
    await this.form.send(
      async () => {
        const workspace = await this.keep(hosts);
        if (workspace === null) return;
        this.form.reset({ hosts: workspace.allowedHosts.join('\n') });
        await this.session.load();
        this.toasts.done(
          this.i18n.t(hosts.length === 0 ? 'settings.destinations.savedAny' : 'settings.destinations.saved'),
        );
      },
      (error) => this.problems.intoForm(error, this.form),
    );
  }

  /** The updated workspace with these hosts, or null when one of them is invalid. */
  private async keep(allowedHosts: string[]): Promise<Workspace | null> {
    try {
      return await firstValueFrom(this.api.update({ allowedHosts }));
    } catch (error) {
      const wrong = toProblem(error).errors.find(({ field }) => field.startsWith('allowedHosts'));
      if (wrong === undefined) throw error;
      const line = allowedHosts[Number(wrong.field.split('.')[1])];
      this.error.set(line === undefined ? this.problems.say(wrong) : `${line}: ${this.problems.say(wrong)}`);
      return null;
    }
  }
}
