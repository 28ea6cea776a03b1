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
  /** What the template is drawn with, such as the row that the menu belongs to. */
  readonly menuData = input<Readonly<Record<string, unknown>>>({});

  private readonly trigger = inject(CdkMenuTrigger, { self: true });
  private readonly isInMenu = inject(CDK_MENU, { optional: true }) !== null;

  constructor() {
    // The CDK keeps the first data that it is given for as long as it keeps the template, so it is given one object for good.
    const data: Record<string, unknown> = {};
    this.trigger.menuData = data;
    effect(() => Object.assign(data, this.menuData()));
  }

  /** A menu within a menu opens under the pointer; the click of somebody who presses there as well does not close it. */
  protected keepOpen(): void {
    if (this.isInMenu) this.trigger.open();
  }
}

/** The list that drops down; arrows, Home, End and first letters move in it. */
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

/** One choice of a menu, with an icon and an optional shortcut. */
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

/** One of several choices of which exactly one holds; they stand in an `sp-menu-group`. */
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

/** A choice that holds or does not, whatever holds beside it. */
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

/** A part of a menu, below a thin line and an optional heading; of its radios one holds. */
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
