import { Component, computed, inject, signal, viewChild } from '@angular/core';
import { Forbidden } from '@signpost/ui';
import { unsavedPageGuard } from '@signpost/ui/overlay';
import { HostStore } from '../../platform/host';
import { I18n } from '../../platform/words/i18n';
import type { GuardsLeaving } from '../../platform/navigation/leaving';
import { SessionStore } from '../../platform/session';
import { DefaultsSection } from './defaults-section';
import { DeleteSection } from './delete-section';
import { DestinationsSection } from './destinations-section';
import { LogoSection } from './logo-section';
import { NameSection } from './name-section';
import { OwnershipSection } from './ownership-section';
import { PathSection } from './path-section';
import { RetainedSection } from './retained-section';
import { SecondFactorSetting } from './second-factor-section';

/** What the owner can change about the workspace itself. */
@Component({
  selector: 'app-settings-page',
  imports: [
    DefaultsSection,
    DeleteSection,
    DestinationsSection,
    Forbidden,
    LogoSection,
    NameSection,
    OwnershipSection,
    PathSection,
    RetainedSection,
    SecondFactorSetting,
  ],
  template: `<div class="page">
    <header class="page-head">
      <h1>{{ i18n.t('settings.title') }}</h1>
    </header>
    @if (session.can('workspace.manage')) {
      <app-name-section />
      <app-logo-section />
      <app-path-section (changed)="paths.update(next)" />
      <app-defaults-section />
      <app-retained-section [version]="paths()" />
      <app-destinations-section />
      <app-second-factor-setting />
      <app-ownership-section />
      @if (host.isMulti() && session.can('workspace.delete')) {
        <app-delete-section />
      }
    } @else {
      <div class="card"><sp-forbidden [text]="i18n.t('settings.forbidden')" /></div>
    }
  </div>`,
})
export class SettingsPage implements GuardsLeaving {
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  protected readonly host = inject(HostStore);
  /** Incremented when the link prefix has changed, for the list of retained ones. */
  protected readonly paths = signal(0);
  protected readonly next = (n: number): number => n + 1;
  private readonly name = viewChild(NameSection);
  private readonly logo = viewChild(LogoSection);
  private readonly path = viewChild(PathSection);
  private readonly defaults = viewChild(DefaultsSection);
  private readonly destinations = viewChild(DestinationsSection);
  // A user who has transferred the workspace cannot save any more.
  private readonly unsaved = computed(
    () =>
      this.session.can('workspace.manage') &&
      [this.name(), this.logo(), this.path(), this.defaults(), this.destinations()].some((section) =>
        section?.unsaved(),
      ),
  );
  /** Called before another page opens, or before signing out. */
  readonly mayLeave = unsavedPageGuard(this.unsaved, () => ({
    heading: this.i18n.t('settings.discard.heading'),
    text: this.i18n.t('settings.discard.text'),
    action: this.i18n.t('settings.discard.action'),
    cancel: this.i18n.t('settings.discard.stay'),
    danger: true,
  }));

  constructor() {
    void this.host.load();
  }
}
