import { TestKey } from '@angular/cdk/testing';
import { TestbedHarnessEnvironment } from '@angular/cdk/testing/testbed';
import { Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Menu, MenuGroup, MenuItem, MenuRadio, MenuTrigger } from './menu';
import { MenuHarness } from './menu.harness';

@Component({
  imports: [Menu, MenuItem, MenuRadio, MenuTrigger],
  template: `<button [spMenuTrigger]="menu">Actions</button>
    <ng-template #menu>
      <sp-menu>
        <button spMenuItem (triggered)="done.set('copy')">Copy</button>
        <button spMenuItem [danger]="true" (triggered)="done.set('delete')">Delete</button>
        <button spMenuRadio [checked]="true">Compact</button>
      </sp-menu>
    </ng-template>`,
})
class Host {
  readonly done = signal('');
}

async function render(): Promise<{ host: Host; menu: MenuHarness }> {
  const fixture = TestBed.createComponent(Host);
  const menu = await TestbedHarnessEnvironment.loader(fixture).getHarness(MenuHarness);
  return { host: fixture.componentInstance, menu };
}

describe('Menu', () => {
  it('opens from its button and says so', async () => {
    const { menu } = await render();
    expect(await menu.isOpen()).toBe(false);
    expect(await menu.choices()).toEqual([]);
    await menu.toggle();
    expect(await menu.isOpen()).toBe(true);
    expect(await menu.choices()).toEqual(['Copy', 'Delete', 'Compact']);
    expect(await menu.isChecked('Compact')).toBe(true);
  });

  it('does what is chosen, and closes', async () => {
    const { host, menu } = await render();
    await menu.toggle();
    await menu.choose('Delete');
    expect(host.done()).toBe('delete');
    expect(await menu.isOpen()).toBe(false);
  });

  it('can be used with the arrow keys and Enter alone', async () => {
    const { host, menu } = await render();
    await menu.press(TestKey.DOWN_ARROW);
    expect(await menu.focusedChoice()).toBe('Copy');
    await menu.press(TestKey.DOWN_ARROW);
    expect(await menu.focusedChoice()).toBe('Delete');
    await menu.press(TestKey.ENTER);
    expect(host.done()).toBe('delete');
  });

  it('closes on Escape with nothing done', async () => {
    const { host, menu } = await render();
    await menu.press(TestKey.DOWN_ARROW);
    await menu.press(TestKey.ESCAPE);
    expect(await menu.isOpen()).toBe(false);
    expect(host.done()).toBe('');
  });
});

@Component({
  imports: [Menu, MenuItem, MenuTrigger],
  template: `<button [spMenuTrigger]="menu" [menuData]="{ $implicit: row() }">Actions</button>
    <ng-template #menu let-row>
      <sp-menu
        ><button spMenuItem (triggered)="done.set(row)">{{ row }}</button></sp-menu
      >
    </ng-template>`,
})
class Row {
  readonly row = signal('Deactivate');
  readonly done = signal('');
}

it('uses the current data of its row each time it is opened', async () => {
  const fixture = TestBed.createComponent(Row);
  const menu = await TestbedHarnessEnvironment.loader(fixture).getHarness(MenuHarness);
  await menu.toggle();
  await menu.choose('Deactivate');
  fixture.componentInstance.row.set('Activate');
  await menu.toggle();
  expect(await menu.choices()).toEqual(['Activate']);
  await menu.choose('Activate');
  expect(fixture.componentInstance.done()).toBe('Activate');
});

@Component({
  imports: [Menu, MenuGroup, MenuRadio, MenuTrigger],
  template: `<button [spMenuTrigger]="menu">Account</button>
    <ng-template #menu>
      <sp-menu>
        <sp-menu-group label="Theme">
          <button spMenuRadio [checked]="theme() === 'light'" (triggered)="theme.set('light')">Light</button>
          <button spMenuRadio [checked]="theme() === 'dark'" (triggered)="theme.set('dark')">Dark</button>
        </sp-menu-group>
        <sp-menu-group label="Language">
          <button spMenuRadio [checked]="true">English</button>
        </sp-menu-group>
      </sp-menu>
    </ng-template>`,
})
class Grouped {
  readonly theme = signal('light');
}

it('has named groups, each with its own checked choice', async () => {
  const menu = await TestbedHarnessEnvironment.loader(TestBed.createComponent(Grouped)).getHarness(MenuHarness);
  await menu.press(TestKey.DOWN_ARROW);
  const groups = [...document.querySelectorAll('[role=menu] > [role=group]')];
  expect(groups.map((group) => group.getAttribute('aria-label'))).toEqual(['Theme', 'Language']);
  await menu.press(TestKey.DOWN_ARROW);
  expect(await menu.focusedChoice()).toBe('Dark');
  // Space checks a choice without closing the menu.
  await menu.press(' ');
  const checked = await Promise.all(['Light', 'Dark', 'English'].map((choice) => menu.isChecked(choice)));
  expect(checked).toEqual([false, true, true]);
});
