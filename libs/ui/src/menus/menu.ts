import {
  CDK_MENU,
  CdkMenu,
  CdkMenuGroup,
  CdkMenuItem,
  CdkMenuItemCheckbox,
  CdkMenuItemRadio,
  CdkMenuTrigger,
} from '@angular/cdk/menu';
import { Component, Directive, effect, inject, input } from '@angular/core';
import { Icon } from '../icon';
import { IconName } from '../icons';

/** Opens a menu from a button: `<button [spMenuTrigger]="menu">`, the menu being an `ng-template` with an `sp-menu`. */
@Directive({
  selector: '[spMenuTrigger]',
  hostDirectives: [
    {
      directive: CdkMenuTrigger,
      inputs: ['cdkMenuTriggerFor: spMenuTrigger', 'cdkMenuPosition: menuPosition'],
      outputs: ['cdkMenuOpened: menuOpened', 'cdkMenuClosed: menuClosed'],
    },
  ],
  host: { '(click)': 'keepOpen()' },
})
export class MenuTrigger {
  /** Context of the template, such as the row that the menu belongs to. */
  readonly menuData = input<Readonly<Record<string, unknown>>>({});

  private readonly trigger = inject(CdkMenuTrigger, { self: true });
  private readonly isInMenu = inject(CDK_MENU, { optional: true }) !== null;

  constructor() {
    // The CDK keeps the first data object as long as it keeps the template, so one object is updated instead of
    // replaced.
    const data: Record<string, unknown> = {};
    this.trigger.menuData = data;
    effect(() => Object.assign(data, this.menuData()));
  }

  /** A submenu opens when the pointer enters it; a click on its button must not close it again. */
  protected keepOpen(): void {
    if (this.isInMenu) this.trigger.open();
  }
}

/** The panel of a menu; arrow keys, Home, End and first letters move in it. */
@Component({
  selector: 'sp-menu',
  hostDirectives: [CdkMenu],
  template: `<ng-content />`,
  styles: `
    :host {
      display: grid;
      min-inline-size: 180px;
      max-inline-size: 320px;
      max-block-size: min(560px, calc(100dvh - 32px));
      overflow-y: auto;
      padding: 4px;
      border: 1px solid var(--line);
      border-radius: var(--r-card);
      background: var(--surface);
      box-shadow: var(--shadow);
      outline: none;
    }
  `,
})
export class Menu {}

/** One action of a menu, with an icon and an optional shortcut. */
@Component({
  selector: 'button[spMenuItem], a[spMenuItem]',
  imports: [Icon],
  hostDirectives: [{ directive: CdkMenuItem, outputs: ['cdkMenuItemTriggered: triggered'] }],
  template: `@if (icon(); as name) {
      <sp-icon [name]="name" />
    }
    <span class="grow"><ng-content /></span>`,
  host: { '[class.danger]': 'danger()' },
  styleUrl: './menu-item.css',
})
export class MenuItem {
  readonly icon = input<IconName | null>(null);
  readonly danger = input(false);
}

/** One of several exclusive choices; they are inside an `sp-menu-group`. */
@Component({
  selector: 'button[spMenuRadio]',
  imports: [Icon],
  hostDirectives: [
    {
      directive: CdkMenuItemRadio,
      inputs: ['cdkMenuItemChecked: checked'],
      outputs: ['cdkMenuItemTriggered: triggered'],
    },
  ],
  template: `@if (icon(); as name) {
      <sp-icon [name]="name" />
    }
    <span class="grow"><ng-content /></span><sp-icon class="tick" name="check" />`,
  styleUrl: './menu-item.css',
})
export class MenuRadio {
  readonly icon = input<IconName | null>(null);
}

/** A choice that is on or off independently of the others. */
@Component({
  selector: 'button[spMenuCheck]',
  imports: [Icon],
  hostDirectives: [
    {
      directive: CdkMenuItemCheckbox,
      inputs: ['cdkMenuItemChecked: checked'],
      outputs: ['cdkMenuItemTriggered: triggered'],
    },
  ],
  template: `<span class="grow"><ng-content /></span><sp-icon class="tick" name="check" />`,
  styleUrl: './menu-item.css',
})
export class MenuCheck {}

/** A section of a menu, below a thin line and an optional heading; one of its radio choices is checked. */
@Component({
  selector: 'sp-menu-group',
  hostDirectives: [CdkMenuGroup],
  template: `@if (label(); as caption) {
      <span class="caption" aria-hidden="true">{{ caption }}</span>
    }
    <ng-content />`,
  host: { '[attr.aria-label]': 'label()' },
  styles: `
    :host {
      display: grid;
      margin-block-start: 4px;
      padding-block-start: 4px;
      border-block-start: 1px solid var(--line);
    }
    :host(:first-child) {
      margin-block-start: 0;
      border: 0;
    }
    .caption {
      padding: 4px 8px;
      color: var(--ink-2);
      font-size: 0.75rem;
      line-height: 1rem;
    }
  `,
})
export class MenuGroup {
  readonly label = input<string | null>(null);
}
