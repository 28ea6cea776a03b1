import { Component, inject, signal } from '@angular/core';
import { Button, Section } from '@signpost/ui';
import { Confirm } from '@signpost/ui/overlay';
import { HostStore } from '../../platform/host';
import { I18n } from '../../platform/words/i18n';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { WorkspaceApi } from './workspace-api';

/** Deletes the workspace, after its name has been typed. */
@Component({
  selector: 'app-delete-section',
  imports: [Button, Section],
  template: `<sp-section [heading]="i18n.t('settings.delete.heading')" [text]="i18n.t('settings.delete.text')">
    <div class="stack card-pad">
      <p>{{ i18n.t('settings.delete.consequence') }}</p>
      <div class="row">
        <button spButton variant="danger" icon="trash-2" [busy]="busy()" (click)="remove()">
          {{ i18n.t('settings.delete.action') }}
        </button>
      </div>
    </div>
  </sp-section>`,
})
export class DeleteSection {
  protected readonly i18n = inject(I18n);
  private readonly api = inject(WorkspaceApi);
  private readonly session = inject(SessionStore);
  private readonly host = inject(HostStore);
  private readonly confirm = inject(Confirm);
  private readonly problems = inject(Problems);
  protected readonly busy = signal(false);

  protected async remove(): Promise<void> {
    const name = this.session.workspace()?.name ?? '';
    const sure = await this.confirm.ask({
      heading: this.i18n.t('settings.delete.sureHeading', { name }),
      text: this.i18n.t('settings.delete.sureText'),
      action: this.i18n.t('settings.delete.action'),
      danger: true,
      typed: { name, label: this.i18n.t('settings.delete.typeName', { name }) },
    });
    if (!sure) return;
    this.busy.set(true);
    try {
      await this.api.remove();
      // This host has no workspace any more: others are chosen on the bare host.
      location.assign(`${this.host.context()?.publicUrl ?? ''}/workspaces`);
    } catch (error) {
      this.problems.toast(error);
    } finally {
      this.busy.set(false);
    }
  }
}
