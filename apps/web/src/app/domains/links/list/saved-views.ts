import { Component, computed, inject, input, output, signal } from '@angular/core';
import type { SavedView } from '@signpost/contracts';
import { Button, keepFocus, Menu, MenuGroup, MenuItem, MenuTrigger, Toasts } from '@signpost/ui';
import { ChunkLoadError } from '../../../platform/navigation/chunk-load-error';
import { I18n } from '../../../platform/words/i18n';
import { Problems } from '../../../platform/requests/problem';
import { SessionStore } from '../../../platform/session';
import { toldApart } from '../../../platform/told-apart';
import { isFiltered, LinkQuery, readQuery, setParams } from './link-query';
import { ViewName } from './view-name';
import { Views } from './views';

/** Saves sets of conditions under a name, which can be changed; choosing one puts its conditions into the URL. */
@Component({
  selector: 'app-saved-views',
  imports: [Button, ChunkLoadError, Menu, MenuGroup, MenuItem, MenuTrigger, ViewName],
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
            <button spMenuItem icon="bookmark-plus" (triggered)="naming.set('new')">
              {{ i18n.t('links.views.save') }}
            </button>
          </sp-menu-group>
        }
        @for (view of mine(); track view.id) {
          <sp-menu-group>
            <button spMenuItem icon="pencil" (triggered)="naming.set(view)">
              {{ i18n.t('links.views.rename', { name: labelOf()(view) }) }}
            </button>
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
    @if (naming(); as named) {
      @defer (on immediate) {
        <app-view-name
          [label]="
            named === 'new' ? i18n.t('links.views.name') : i18n.t('links.views.rename', { name: labelOf()(named) })
          "
          [name]="named === 'new' ? '' : named.name"
          [isTaken]="isTaken"
          [send]="send"
          (done)="stop()"
        />
      } @error {
        <app-chunk-load-error />
      }
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-wrap: wrap;
      align-items: flex-start;
      gap: 8px;
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
  /** The view that is being renamed, or `new` for the one that is being saved. */
  protected readonly naming = signal<SavedView | 'new' | null>(null);
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

  /** Whether its owner has another view of this name: nothing would tell the two apart. */
  protected readonly isTaken = (name: string): boolean => {
    const named = this.naming();
    const [id, owner] =
      named === null || named === 'new' ? [null, this.session.user()?.id] : [named.id, named.owner.id];
    return this.views
      .items()
      .some((view) => view.id !== id && view.owner.id === owner && view.name.toLowerCase() === name.toLowerCase());
  };

  /** Saves the name that was typed. */
  protected readonly send = (name: string): Promise<void> => {
    const named = this.naming();
    return named === null || named === 'new' ? this.create(name) : this.rename(named, name);
  };

  /** URL parameters of a view; what this version does not know is left out. */
  protected paramsOf({ query }: SavedView): Readonly<Record<string, string>> {
    return setParams(readQuery(Object.fromEntries(new URLSearchParams(query))));
  }

  /** Closes the name field; the focus returns to the menu button that opened it. */
  protected stop(): void {
    this.naming.set(null);
    keepFocus('app-saved-views button');
  }

  private async create(name: string): Promise<void> {
    const query = new URLSearchParams(this.params()).toString();
    await this.views.create({ name, query });
    this.stop();
    this.toasts.done(this.i18n.t('links.views.saved', { name }));
  }

  private async rename({ id, name: before }: SavedView, name: string): Promise<void> {
    await this.views.update(id, { name });
    this.stop();
    const undo = (): void => void this.attempt(() => this.views.update(id, { name: before }), 'ui.undone', before);
    this.toasts.done(this.i18n.t('links.views.renamed', { from: before, to: name }), undo);
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

  /** Runs a request and reports its outcome. */
  private async attempt(
    request: () => Promise<unknown>,
    message: string,
    name: string,
    undo?: () => void,
  ): Promise<void> {
    try {
      await request();
    } catch (error) {
      this.problems.toast(error);
      return;
    }
    this.toasts.done(this.i18n.t(message, { name }), undo);
  }
}

function same(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
