import { httpResource } from '@angular/common/http';
import { Component, computed, debounced, inject, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { LIMITS, SlugAvailability } from '@signpost/contracts';
import { parseWorkspaceSlug, workspaceSlugFromName } from '@signpost/domain';
import { Button } from '@signpost/ui';
import { Field, FormModel, Input } from '@signpost/ui/forms';
import { Connection } from '../../platform/requests/connection';
import { FormFailure } from '../../platform/requests/form-failure';
import { HostStore } from '../../platform/host';
import { I18n } from '../../platform/words/i18n';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { Visits } from '../../platform/navigation/visits';
import { WorkspaceApi } from '../settings/workspace-api';
import { VerifyFirst } from './verify-first';

const TYPING_PAUSE_MS = 500;

/** Creates a workspace from its name and its slug, which follows the name until it is edited. */
@Component({
  selector: 'app-workspace-create',
  imports: [Button, Field, FormFailure, Input, RouterLink, VerifyFirst],
  template: `
    @if (session.user()?.verified === false) {
      <app-verify-first />
      <a spButton variant="quiet" routerLink="/workspaces">{{ i18n.t('ui.cancel') }}</a>
    } @else {
      <form class="stack" (submit)="$event.preventDefault(); create()">
        <div>
          <h1>{{ i18n.t('workspaces.new.heading') }}</h1>
          <p class="muted">{{ i18n.t('workspaces.new.text') }}</p>
        </div>
        <app-form-failure [text]="form.failure()" />
        <sp-field [label]="i18n.t('workspaces.new.name')" [error]="form.error('name')">
          <input
            spInput
            dir="auto"
            name="name"
            autocomplete="organization"
            required
            [attr.maxlength]="limits.workspaceNameLength"
            [value]="form.f.name()"
            (valueChange)="named($event)"
          />
        </sp-field>
        <sp-field
          [label]="i18n.t('workspaces.new.slug')"
          [hint]="i18n.t('workspaces.new.slugHint')"
          [error]="form.error('slug') ?? refusal()"
        >
          <div class="address mono" dir="ltr">
            <input
              spInput
              class="mono"
              name="slug"
              autocomplete="off"
              autocapitalize="none"
              spellcheck="false"
              required
              [attr.maxlength]="limits.workspaceSlugMax"
              [value]="form.f.slug()"
              (valueChange)="addressed($event)"
            />
            <span>.{{ domain() }}</span>
          </div>
          <p fieldAfter class="small go" role="status">{{ free() ? i18n.t('workspaces.new.free') : '' }}</p>
        </sp-field>
        <button spButton variant="primary" type="submit" [disabled]="refusal() !== null" [busy]="form.busy()">
          {{ i18n.t('workspaces.new.submit') }}
        </button>
        <a spButton variant="quiet" routerLink="/workspaces">{{ i18n.t('ui.cancel') }}</a>
      </form>
    }
  `,
  styles: `
    :host {
      display: grid;
      gap: 8px;
    }
    .address {
      display: flex;
      /* On a phone the domain is below: cut short, it would name another place. */
      flex-wrap: wrap;
      align-items: center;
      gap: 4px;
      color: var(--ink-2);
    }
    .address input {
      flex: 1 1 120px;
    }
    .go {
      color: var(--go);
    }
    .go:empty {
      display: none;
    }
  `,
})
export class WorkspaceCreate {
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  private readonly api = inject(WorkspaceApi);
  private readonly connection = inject(Connection);
  private readonly host = inject(HostStore);
  private readonly visits = inject(Visits);
  private readonly problems = inject(Problems);
  protected readonly limits = LIMITS;
  protected readonly form = new FormModel({ name: '', slug: '' });
  private readonly written = signal(false);
  private readonly parsed = computed(() => parseWorkspaceSlug(this.form.f.slug()));
  private readonly slug = computed(() => {
    const parsed = this.parsed();
    return parsed.ok ? parsed.slug : null;
  });
  private readonly pausedSlug = debounced(this.slug, TYPING_PAUSE_MS);
  private readonly availability = httpResource<SlugAvailability>(() => {
    this.connection.recovered();
    const slug = this.pausedSlug.value();
    return slug === null ? undefined : { url: '/api/workspaces/slug-available', params: { slug } };
  });
  /** The server's result for the typed slug; without one, the server decides when the form is sent. */
  private readonly checked = computed(() => {
    const answer = this.availability.hasValue() ? this.availability.value() : null;
    return answer?.slug === this.slug() ? answer : null;
  });

  protected readonly domain = computed(() => {
    const url = this.host.context()?.publicUrl;
    return url ? new URL(url).host : '';
  });
  protected readonly refusal = computed(() => {
    const slug = this.form.f.slug();
    if (!slug) return null;
    const parsed = this.parsed();
    if (!parsed.ok) return this.i18n.t(`workspaces.new.${parsed.reason}`);
    const checked = this.checked();
    return checked?.available === false ? this.i18n.t(`workspaces.new.${checked.reason ?? 'taken'}`) : null;
  });
  protected readonly free = computed(() => this.checked()?.available === true);

  constructor() {
    void this.host.load();
  }

  protected named(name: string): void {
    this.form.f.name.set(name);
    if (this.written()) return;
    this.form.f.slug.set(name.trim() ? workspaceSlugFromName(name) : '');
  }

  protected addressed(slug: string): void {
    this.written.set(slug !== '');
    this.form.f.slug.set(slug.toLowerCase());
  }

  protected async create(): Promise<void> {
    if (this.form.busy() || this.refusal()) return;
    await this.form.send(
      async () => {
        const workspace = await this.api.create(this.form.value());
        await this.visits.to(workspace.url);
      },
      (error) => this.problems.intoForm(error, this.form, { workspace_slug_taken: 'slug' }),
    );
  }
}
