import { Component, computed, inject, resource, signal, viewChild } from '@angular/core';
import { RedirectPreview, TARGETING_SYSTEMS } from '@signpost/contracts';
import { Badge, Failed, Icon, Skeleton, Switch, Tone } from '@signpost/ui';
import { Combobox, Field, Input, Select } from '@signpost/ui/forms';
import { I18n } from '../../../platform/words/i18n';
import { kept } from '../../../platform/kept';
import { countryOptions } from '../editor/countries';
import { LinkContext } from './link-context';
import { zoneName } from '../editor/link-form';
import { LinksApi } from '../links-api';

/** A response with its request: while the next one loads, the form already contains another request. */
interface Answer {
  readonly preview: RedirectPreview;
  readonly country: string;
  readonly os: string;
}

/** "What would a visitor get?": from country, system and time to the applied rule and the destination. */
@Component({
  selector: 'app-link-try',
  imports: [Badge, Combobox, Failed, Field, Icon, Input, Select, Skeleton, Switch],
  template: `
    <div class="two">
      <section class="card card-pad stack">
        <h2>{{ i18n.t('link.try.visitor') }}</h2>
        <sp-field [label]="i18n.t('link.try.country')">
          <sp-combobox [options]="countries()" [none]="i18n.t('link.try.unknown')" [(value)]="country" />
        </sp-field>
        <sp-field [label]="i18n.t('link.try.system')">
          <select spSelect [options]="systems()" [(value)]="os"></select>
        </sp-field>
        <sp-field [label]="i18n.t('link.try.at')" [hint]="i18n.t('link.try.atHint', { zone })">
          <input spInput type="datetime-local" [(value)]="at" />
        </sp-field>
        @if (context.link()?.isProtected) {
          <sp-switch [label]="i18n.t('link.try.unlocked')" [(checked)]="unlocked" />
        }
      </section>
      <section class="card card-pad result" aria-live="polite">
        <h2>{{ i18n.t('link.try.result') }}</h2>
        @if (answer(); as given) {
          @let result = given.preview;
          <p>
            <sp-badge [tone]="tone(result)">{{ i18n.t('link.try.kind.' + result.kind) }}</sp-badge>
          </p>
          <p class="why">{{ reason(given) }}</p>
          @if (result.destination) {
            <p class="to">
              <sp-icon name="move-right" /><span class="mono">{{ result.destination }}</span>
            </p>
          }
          <dl>
            <dt>{{ i18n.t('link.try.status') }}</dt>
            <dd class="num">{{ result.status }}</dd>
            <dt>{{ i18n.t('link.try.counts') }}</dt>
            <dd>{{ i18n.t(result.consumesVisit ? 'link.try.yes' : 'link.try.no') }}</dd>
          </dl>
        } @else if (resource.error()) {
          <sp-failed (retry)="resource.reload()" />
        } @else {
          <sp-skeleton [count]="4" />
        }
      </section>
    </div>
  `,
  styles: `
    .two {
      display: grid;
      grid-template-columns: minmax(0, 1fr) minmax(0, 1.4fr);
      gap: 16px;
    }
    .result {
      display: grid;
      align-content: start;
      gap: 12px;
    }
    .why {
      font-size: 1rem;
      line-height: 1.5rem;
    }
    .to {
      display: flex;
      gap: 8px;
      padding: 12px;
      border-radius: var(--r-control);
      background: var(--surface-2);
    }
    .to sp-icon {
      margin-block-start: 2px;
    }
    dl {
      display: grid;
      grid-template-columns: auto 1fr;
      gap: 4px 16px;
    }
    dt {
      color: var(--ink-2);
    }
    @media (max-width: 45em) {
      .two {
        grid-template-columns: minmax(0, 1fr);
      }
    }
  `,
})
export class LinkTry {
  protected readonly i18n = inject(I18n);
  private readonly api = inject(LinksApi);
  protected readonly context = inject(LinkContext);
  protected readonly country = signal('');
  protected readonly os = signal('');
  protected readonly at = signal('');
  /** Try the redirect as if the visitor had entered the password. */
  protected readonly unlocked = signal(false);
  private readonly moment = viewChild.required(Input);
  protected readonly zone = zoneName();
  protected readonly resource = resource({
    params: () => {
      const link = this.context.link();
      // An incomplete date and time reads as empty, which would mean now.
      if (!link || this.moment().complaint()) return undefined;
      const [country, os] = [this.country(), this.os()];
      const at = this.at() ? new Date(this.at()).getTime() : null;
      return { id: link.id, country, os, at, unlocked: this.unlocked() };
    },
    loader: async ({ params: { id, country, os, ...visit } }): Promise<Answer> => {
      const preview = await this.api.preview(id, { country: country || null, os: os || null, ...visit });
      return { preview, country, os };
    },
  });
  protected readonly answer = kept(this.resource);
  protected readonly countries = computed(() => countryOptions(this.i18n));
  protected readonly systems = computed(() => [
    { value: '', label: this.i18n.t('link.try.unknown') },
    ...TARGETING_SYSTEMS.map((value) => ({ value, label: this.i18n.t(`links.system.${value}`) })),
  ]);

  protected tone(result: RedirectPreview): Tone {
    return result.kind === 'redirect' ? 'go' : result.kind === 'block' ? 'stop' : 'info';
  }

  protected reason({ preview, country, os }: Answer): string {
    if (preview.kind === 'password') return this.i18n.t('link.try.why.password');
    if (preview.kind === 'block') return this.i18n.t(`link.try.blocked.${preview.state}`);
    const system = os ? this.i18n.t(`links.system.${os}`) : '';
    return this.i18n.t(`link.try.why.${preview.rule ?? 'default'}`, { country: this.i18n.country(country), system });
  }
}
