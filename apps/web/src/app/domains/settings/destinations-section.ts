import { Component, computed, inject } from '@angular/core';
import { Section } from '@signpost/ui';
import { Field, FormModel, Input } from '@signpost/ui/forms';
import { HostStore } from '../../platform/host';
import { I18n } from '../../platform/words/i18n';
import { SaveForm } from '../../platform/requests/save-form';
import { SavedSwitch } from '../../platform/requests/saved-switch';
import { SessionStore } from '../../platform/session';
import { WorkspaceApi } from './workspace-api';

/** The allowed destination hosts of the workspace, and whether destinations are checked. */
@Component({
  selector: 'app-destinations-section',
  imports: [Field, Input, SavedSwitch, SaveForm, Section],
  template: `<sp-section
    id="destinations"
    [heading]="i18n.t('settings.destinations.heading')"
    [text]="i18n.t('settings.destinations.text')"
  >
    <app-save-form [model]="form" [send]="save" [done]="done()">
      @if (isWatching()) {
        <app-saved-switch
          formBefore
          [label]="i18n.t('settings.destinations.watch')"
          [hint]="i18n.t(session.mails() ? 'settings.destinations.watchHint' : 'settings.destinations.watchHintNoMail')"
          [value]="session.workspace()?.destinationWatch ?? true"
          [send]="sendWatch"
        />
      } @else {
        <p formBefore class="muted small">{{ i18n.t('settings.destinations.off') }}</p>
      }
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
          [(value)]="form.f.allowedHosts"
        ></textarea>
      </sp-field>
    </app-save-form>
  </sp-section>`,
})
export class DestinationsSection {
  protected readonly i18n = inject(I18n);
  private readonly api = inject(WorkspaceApi);
  protected readonly session = inject(SessionStore);
  private readonly host = inject(HostStore);
  protected readonly isWatching = computed(() => this.host.context()?.destinationWatch === true);
  protected readonly form = new FormModel({ allowedHosts: (this.session.workspace()?.allowedHosts ?? []).join('\n') });
  readonly unsaved = computed(() => this.form.dirty() && !this.form.busy());
  private readonly hosts = computed(() =>
    this.form.f
      .allowedHosts()
      .split(/[\s,]+/)
      .filter((host) => host !== ''),
  );
  /** The first invalid line: all lines are in one field. */
  protected readonly error = computed(() => {
    const [wrong] = Object.entries(this.form.errors());
    if (wrong === undefined) return '';
    const [field, message] = wrong;
    const line = this.hosts()[Number(field.split('.')[1])];
    return line === undefined ? message : `${line}: ${message}`;
  });
  protected readonly done = computed(() =>
    this.i18n.t(this.hosts().length === 0 ? 'settings.destinations.savedAny' : 'settings.destinations.saved'),
  );

  protected readonly sendWatch = (destinationWatch: boolean): Promise<unknown> => this.api.update({ destinationWatch });

  protected readonly save = async (): Promise<{ allowedHosts: string }> => {
    const { allowedHosts } = await this.api.update({ allowedHosts: this.hosts() });
    return { allowedHosts: allowedHosts.join('\n') };
  };
}
