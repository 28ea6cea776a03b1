import { Component, DestroyRef, effect, inject, input } from '@angular/core';
import { Icon, IconName } from '@signpost/ui/light';
import { RouteTitles } from '../../platform/navigation/navigation';

/** The result of a sign-in screen: what happened, which is also the page title, and the next step (projected). */
@Component({
  selector: 'app-auth-notice',
  imports: [Icon],
  template: `
    <span class="sign" [class]="tone()"><sp-icon [name]="icon()" [size]="20" /></span>
    <h1>{{ heading() }}</h1>
    <p class="muted">{{ text() }}</p>
    <div class="next"><ng-content /></div>
  `,
  host: { role: 'status' },
  styles: `
    :host {
      display: grid;
      gap: 8px;
    }
    .sign {
      display: grid;
      place-items: center;
      inline-size: 40px;
      block-size: 40px;
      margin-block-end: 8px;
      border-radius: var(--r-card);
      background: var(--surface-2);
      color: var(--ink-2);
    }
    .sign.go {
      background: var(--go-soft);
      color: var(--go);
    }
    .sign.stop {
      background: var(--stop-soft);
      color: var(--stop);
    }
    .sign.signal {
      background: var(--signal);
      color: var(--on-signal);
    }
    .next {
      display: grid;
      gap: 8px;
      margin-block-start: 8px;
    }
    .next:empty {
      display: none;
    }
  `,
})
export class AuthNotice {
  readonly icon = input.required<IconName>();
  readonly heading = input.required<string>();
  readonly text = input('');
  readonly tone = input<'plain' | 'go' | 'stop' | 'signal'>('plain');

  constructor() {
    const titles = inject(RouteTitles);
    effect(() => titles.set(this.heading()));
    inject(DestroyRef).onDestroy(() => titles.set(''));
  }
}
