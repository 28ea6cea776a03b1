import {
  Component,
  ElementRef,
  afterNextRender,
  inject,
  input,
  model,
  OnDestroy,
  signal,
  viewChild,
} from '@angular/core';
import { Button } from '@signpost/ui/light';
import { I18n } from '../../platform/words/i18n';

const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

interface TurnstileWidget {
  render(element: HTMLElement, options: Record<string, unknown>): string;
  reset(id: string): void;
  remove(id: string): void;
}

/** The bot check, shown where the operator has configured it. `token` is null until it is passed. */
@Component({
  selector: 'app-turnstile-box',
  imports: [Button],
  template: `
    <div #place class="place"></div>
    @if (failed()) {
      <div class="row small" role="alert">
        <span class="grow">{{ i18n.t('auth.check.failed') }}</span>
        <button spButton small type="button" icon="refresh-cw" (click)="load()">
          {{ i18n.t('auth.check.retry') }}
        </button>
      </div>
    }
  `,
  styles: `
    .place {
      min-block-size: 65px;
      overflow: hidden;
    }
    :host(:has([role='alert'])) .place {
      min-block-size: 0;
    }
  `,
})
export class TurnstileBox implements OnDestroy {
  readonly siteKey = input.required<string>();
  readonly token = model<string | null>(null);
  protected readonly i18n = inject(I18n);
  protected readonly failed = signal(false);
  private readonly place = viewChild.required<ElementRef<HTMLElement>>('place');
  private widget: { api: TurnstileWidget; id: string } | null = null;
  private gone = false;

  constructor() {
    afterNextRender(() => void this.load());
  }

  ngOnDestroy(): void {
    this.gone = true;
    this.widget?.api.remove(this.widget.id);
  }

  /** A token is valid once: after a refused form the check restarts. */
  reset(): void {
    this.token.set(null);
    this.widget?.api.reset(this.widget.id);
  }

  protected async load(): Promise<void> {
    this.failed.set(false);
    try {
      const api = await loadScript();
      if (this.gone || this.widget) return;
      const id = api.render(this.place().nativeElement, {
        sitekey: this.siteKey(),
        size: 'flexible',
        language: this.i18n.language(),
        callback: (token: string) => this.token.set(token),
        'expired-callback': () => this.token.set(null),
        'error-callback': () => this.failed.set(true),
      });
      this.widget = { api, id };
    } catch {
      this.failed.set(true);
    }
  }
}

let loading: Promise<TurnstileWidget> | null = null;

/** The widget's script; from its maker, as it has to be. A failed load may be tried again. */
function loadScript(): Promise<TurnstileWidget> {
  loading ??= new Promise<TurnstileWidget>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.async = true;
    script.onload = () => {
      const api = (window as { turnstile?: TurnstileWidget }).turnstile;
      if (api) resolve(api);
      else reject(new Error('the check has no interface'));
    };
    script.onerror = () => reject(new Error('the check did not load'));
    document.head.append(script);
  });
  loading.catch(() => (loading = null));
  return loading;
}
