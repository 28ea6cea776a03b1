import { Component, inject } from '@angular/core';
import { Button, Progress } from '@signpost/ui';
import { I18n } from '../../../platform/i18n';
import { LongRun } from './long-run';

/** How far a long run has come, how long it rests, and a way to end it. Nothing while none is under way. */
@Component({
  selector: 'app-run-progress',
  imports: [Button, Progress],
  template: `@if (run.state(); as at) {
    <p class="name">{{ i18n.t('links.run.' + at.purpose) }}</p>
    <p class="num muted">
      {{ i18n.t('links.run.at', { settled: i18n.number(at.settled), all: i18n.number(at.all) }) }}
    </p>
    <sp-progress class="grow" [value]="at.settled" [max]="at.all" [label]="i18n.t('links.run.progress')" />
    <button spButton small (click)="run.stop()">{{ i18n.t('links.run.stop') }}</button>
    <p class="sr-only" role="status">{{ run.restSeconds() ? i18n.t('links.run.rest') : '' }}</p>
    @if (run.restSeconds(); as seconds) {
      <!-- The seconds are for the eye: nobody wants to hear each of them. -->
      <p class="small muted num rest">{{ i18n.t('links.run.rest') }} {{ i18n.tn('links.run.goesOn', seconds) }}</p>
    }
  }`,
  styles: `
    :host {
      display: flex;
      flex: 1;
      flex-wrap: wrap;
      align-items: center;
      gap: 8px;
    }
    .name {
      font-weight: 650;
    }
    sp-progress {
      min-inline-size: 120px;
    }
    .rest {
      flex-basis: 100%;
    }
  `,
})
export class RunProgress {
  protected readonly i18n = inject(I18n);
  protected readonly run = inject(LongRun);
}
