import { Component, computed, inject, input, output, signal } from '@angular/core';
import { LIMITS, type SavedView } from '@signpost/contracts';
import {
  Autofocus,
  Button,
  composes,
  IconButton,
  keepFocus,
  Menu,
  MenuGroup,
  MenuItem,
  MenuTrigger,
  Toasts,
} from '@signpost/ui';
import { I18n } from '../../../platform/words/i18n';
import { Problems } from '../../../platform/requests/problem';
import { SessionStore } from '../../../platform/session';
import { toldApart } from '../../../platform/told-apart';
import { isFiltered, LinkQuery, readQuery, setParams } from './link-query';
import { Views } from './views';

/** Saves sets of conditions under a name; choosing one puts its conditions into the URL. */
@Component({
  selector: 'app-saved-views',
  imports: [Autofocus, Button, IconButton, Menu, MenuGroup, MenuItem, MenuTrigger],
  template: `
    <button spButton icon="bookmark" [spMenuTrigger]="menu" (menuOpened)="views.ensureLoaded()">
      {{ i18n.t('links.views.label') }}
    </button>
    <ng-template #menu>
      <sp-menu>
        <button spMenuItem icon="list" (triggered)="picked.emit({})">{{ i18n.t('links.views.all') }}</button>
        @for (view of views.items(); track view.id) {
          <button
            spMenuItem
            [icon]="view.shared ? 'users' : 'bookmark'"
            (triggered)="picked.emit(paramsOf(view))"
            [attr.aria-label]="
              view.shared ? i18n.t('links.views.sharedBy', { name: view.name, email: view.owner.email }) : null
            "
          >
            <span dir="auto">{{ labelOf()(view) }}</span>
          </button>
        }
        @if (canSave()) {
          <sp-menu-group>
            <button spMenuItem icon="bookmark-plus" (triggered)="naming.set(true)">
              {{ i18n.t('links.views.save') }}
            </button>
          </sp-menu-group>
        }
        @for (view of mine(); track view.id) {
          <sp-menu-group>
            @if (mayShare()) {
              <button spMenuItem icon="users" (triggered)="share(view, !view.shared)">
                {{ i18n.t(view.shared ? 'links.views.unshare' : 'links.views.share', { name: labelOf()(view) }) }}
              </button>
            }
            <button spMenuItem icon="trash-2" (triggered)="forget(view)">
              {{ i18n.t('links.views.forget', { name: labelOf()(view) }) }}
            </button>
          </sp-menu-group>
        }
        @if (!canSave() && !current().length) {
          <sp-menu-group>
            <button spMenuItem icon="bookmark-plus" disabled>{{ i18n.t('links.views.hint') }}</button>
          </sp-menu-group>
        }
      </sp-menu>
    </ng-template>
    @if (naming()) {
      <form class="name" (submit)="$event.preventDefault(); save(box.value)" (keydown.escape)="stop($event)">
        <input
          #box
          class="sp-input"
          [attr.maxlength]="limits.viewNameLength"
          [attr.aria-label]="i18n.t('links.views.name')"
          [placeholder]="i18n.t('links.views.name')"
          spAutofocus
        />
        <button spButton type="submit" [busy]="busy()">{{ i18n.t('ui.save') }}</button>
        <button spIconButton icon="x" [label]="i18n.t('ui.cancel')" [describes]="false" (click)="stop()"></button>
      </form>
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
    }
    .name {
      display: flex;
      gap: 4px;
    }
    input {
      inline-size: 160px;
    }
  `,
})
export class SavedViews {
  readonly query = input.required<LinkQuery>();
  readonly picked = output<Readonly<Record<string, string>>>();

  protected readonly i18n = inject(I18n);
  protected readonly views = inject(Views);
  private readonly session = inject(SessionStore);
  private readonly problems = inject(Problems);
  private readonly toasts = inject(Toasts);
  protected readonly limits = LIMITS;
  protected readonly naming = signal(false);
  protected readonly busy = signal(false);
  protected readonly mayShare = computed(() => this.session.can('links.manage'));
  private readonly params = computed(() => setParams({ ...this.query(), page: 1 }));
  /** Saved views that match the current state of the list. */
  protected readonly current = computed(() =>
    this.views.items().filter((view) => same(this.paramsOf(view), this.params())),
  );
  /** Those of them that this user may change. */
  protected readonly mine = computed(() => this.current().filter((view) => this.views.isMine(view)));
  /** Name of a view, with the address of its owner where another one has the same name. */
  protected readonly labelOf = computed(() =>
    toldApart(
      this.views.items(),
      ({ name }) => name,
      ({ owner }) => owner.email,
    ),
  );
  protected readonly canSave = computed(
    () => (isFiltered(this.query()) || this.query().sort !== '-createdAt') && this.current().length === 0,
  );

  /** URL parameters of a view; what this version does not know is left out. */
  protected paramsOf({ query }: SavedView): Readonly<Record<string, string>> {
    return setParams(readQuery(Object.fromEntries(new URLSearchParams(query))));
  }

  protected async save(typed: string): Promise<void> {
    const name = typed.trim();
    if (!name || this.busy()) return;
    const query = new URLSearchParams(this.params()).toString();
    this.busy.set(true);
    const isSaved = await this.attempt(() => this.views.create({ name, query }), 'links.views.saved', name);
    this.busy.set(false);
    if (isSaved) this.stop();
  }

  /** Closes the name field; the focus returns to the menu button that opened it. */
  protected stop(event?: Event): void {
    // While an input method is composing, Escape only cancels the composition.
    if (event !== undefined && composes(event)) return;
    this.naming.set(false);
    keepFocus('app-saved-views button');
  }

  protected async share({ id, name }: SavedView, shared: boolean): Promise<void> {
    const message = shared ? 'links.views.isShared' : 'links.views.isPrivate';
    await this.attempt(() => this.views.update(id, { shared }), message, name);
  }

  protected async forget({ id, name, query, shared }: SavedView): Promise<void> {
    const undo = (): void =>
      void this.attempt(() => this.views.create({ name, query, ...(shared ? { shared } : {}) }), 'ui.undone', name);
    await this.attempt(() => this.views.remove(id), 'links.views.forgotten', name, undo);
  }

  /** Runs a request and reports its outcome; returns whether it succeeded. */
  private async attempt(
    request: () => Promise<unknown>,
    message: string,
    name: string,
    undo?: () => void,
  ): Promise<boolean> {
    try {
      await request();
    } catch (error) {
      this.problems.toast(error);
      return false;
    }
    this.toasts.done(this.i18n.t(message, { name }), undo);
    return true;
  }
}

function same(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
