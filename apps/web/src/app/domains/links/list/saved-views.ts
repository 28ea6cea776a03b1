import { Component, computed, inject, input, output, signal } from '@angular/core';
import { Autofocus, Button, IconButton, keepFocus, Menu, MenuGroup, MenuItem, MenuTrigger, Toasts } from '@signpost/ui';
import { I18n } from '../../../platform/i18n';
import { StoredList } from '../../../platform/stored-list';
import { isFiltered, LinkQuery, writeQuery } from './link-query';

/** A named set of conditions that this browser remembers. */
interface SavedView {
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
}

const MOST = 20;

/** Keeps sets of conditions under a name; picking one puts its conditions into the address. */
@Component({
  selector: 'app-saved-views',
  imports: [Autofocus, Button, IconButton, Menu, MenuGroup, MenuItem, MenuTrigger],
  template: `
    <button spButton icon="bookmark" [spMenuTrigger]="menu">{{ i18n.t('links.views.label') }}</button>
    <ng-template #menu>
      <sp-menu>
        <button spMenuItem icon="list" (triggered)="picked.emit({})">{{ i18n.t('links.views.all') }}</button>
        @for (view of views(); track view.name) {
          <button spMenuItem icon="bookmark" (triggered)="picked.emit(view.params)">{{ view.name }}</button>
        }
        <sp-menu-group>
          @if (canSave()) {
            <button spMenuItem icon="bookmark-plus" (triggered)="naming.set(true)">
              {{ i18n.t('links.views.save') }}
            </button>
          }
          @for (view of current(); track view.name) {
            <button spMenuItem icon="trash-2" (triggered)="forget(view)">
              {{ i18n.t('links.views.forget', { name: view.name }) }}
            </button>
          }
          @if (!canSave() && !current().length) {
            <button spMenuItem icon="bookmark-plus" disabled>{{ i18n.t('links.views.hint') }}</button>
          }
        </sp-menu-group>
      </sp-menu>
    </ng-template>
    @if (naming()) {
      <form class="name" (submit)="$event.preventDefault(); save(box.value)" (keydown.escape)="stop()">
        <input
          #box
          class="sp-input"
          maxlength="40"
          [attr.aria-label]="i18n.t('links.views.name')"
          [placeholder]="i18n.t('links.views.name')"
          spAutofocus
        />
        <button spButton type="submit">{{ i18n.t('ui.save') }}</button>
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
  private readonly toasts = inject(Toasts);
  private readonly list = new StoredList<SavedView>('views', isView);
  protected readonly views = this.list.items;
  protected readonly naming = signal(false);
  private readonly params = computed(() => {
    const said = Object.entries(writeQuery({ ...this.query(), page: 1 }));
    return Object.fromEntries(said.filter((entry): entry is [string, string] => entry[1] !== null));
  });
  /** Saved views that are what the list shows now. */
  protected readonly current = computed(() => this.views().filter((view) => same(view.params, this.params())));
  protected readonly canSave = computed(
    () => (isFiltered(this.query()) || this.query().sort !== '-createdAt') && this.current().length === 0,
  );

  protected save(typed: string): void {
    const name = typed.trim();
    if (!name) return;
    const others = this.list.read().filter((view) => view.name !== name);
    if (this.keep(others, { name, params: this.params() }))
      this.toasts.done(this.i18n.t('links.views.saved', { name }));
    this.stop();
  }

  /** Puts the field away; the keyboard's place goes back to the button whose menu brought it. */
  protected stop(): void {
    this.naming.set(false);
    keepFocus('app-saved-views button');
  }

  protected forget(view: SavedView): void {
    const { name } = view;
    const before = this.list.read();
    this.list.write(before.filter((other) => other.name !== name));
    this.toasts.done(this.i18n.t('links.views.forgotten', { name }), () => {
      const now = this.list.read();
      const at = before.findIndex((other) => other.name === name);
      const isBack = now.some((other) => other.name === name) || this.keep(now, view, at);
      if (isBack) this.toasts.done(this.i18n.t('ui.undone'));
    });
  }

  /** Whether there was room for it; that there is none is said. */
  private keep(others: readonly SavedView[], view: SavedView, at = others.length): boolean {
    const hasRoom = others.length < MOST;
    if (hasRoom) this.list.write(others.toSpliced(at, 0, view));
    else this.toasts.error(this.i18n.tn('links.views.full', MOST));
    return hasRoom;
  }
}

function isView(value: unknown): value is SavedView {
  return typeof value === 'object' && value !== null && 'name' in value && 'params' in value;
}

function same(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
