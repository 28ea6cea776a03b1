import { DialogRef } from '@angular/cdk/dialog';
import { HarnessLoader } from '@angular/cdk/testing';
import { TestbedHarnessEnvironment } from '@angular/cdk/testing/testbed';
import { Component, inject, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Confirm } from './confirm';
import { DialogFrame, Dialogs, GuardsClosing } from './dialog';
import { DialogHarness } from './dialog.harness';
import { OpenDialogs } from './open-dialogs';

@Component({ template: `<button class="opener">Open</button>` })
class Page {}

@Component({
  imports: [DialogFrame],
  template: `<sp-dialog heading="Edit link" (closed)="ref.close()"><input aria-label="Title" /></sp-dialog>`,
})
class Editor implements GuardsClosing {
  readonly ref = inject<DialogRef<string>>(DialogRef);
  readonly unsaved = signal(true);

  mayClose(): boolean {
    return !this.unsaved();
  }
}

function page(): { loader: HarnessLoader; opener: HTMLElement } {
  const fixture = TestBed.createComponent(Page);
  const opener = (fixture.nativeElement as HTMLElement).querySelector<HTMLElement>('.opener');
  if (!opener) throw new Error('no opener');
  opener.focus();
  return { loader: TestbedHarnessEnvironment.documentRootLoader(fixture), opener };
}

const QUESTION = { heading: 'Delete Northwind?', text: 'Every link stops working.', action: 'Delete workspace' };

/** What the browser does when somebody goes back. */
function goBack(): void {
  window.dispatchEvent(new PopStateEvent('popstate'));
}

describe('Dialogs', () => {
  it('is named by its heading, takes the focus and gives it back', async () => {
    const { loader, opener } = page();
    const ref = TestBed.inject(Dialogs).open(Editor, null);
    const dialog = await loader.getHarness(DialogHarness);
    expect(await dialog.name()).toBe('Edit link');
    expect(await dialog.hasFocus()).toBe(true);
    ref.componentInstance?.unsaved.set(false);
    await dialog.press('ui.close');
    expect(await loader.getHarnessOrNull(DialogHarness)).toBeNull();
    expect(document.activeElement).toBe(opener);
  });

  it('that a shortcut opened leaves the focus on the content of the page', async () => {
    const { loader, opener } = page();
    const main = document.createElement('main');
    main.tabIndex = -1;
    document.body.append(main);
    opener.blur();
    const ref = TestBed.inject(Dialogs).open(Editor, null);
    ref.componentInstance?.unsaved.set(false);
    await (await loader.getHarness(DialogHarness)).escape();
    expect(document.activeElement).toBe(main);
    main.remove();
  });

  it('stays open on Escape while its content refuses to be closed', async () => {
    const { loader } = page();
    const ref = TestBed.inject(Dialogs).openPanel(Editor, null);
    const dialog = await loader.getHarness(DialogHarness);
    await dialog.escape();
    expect(await loader.getHarnessOrNull(DialogHarness)).not.toBeNull();
    ref.componentInstance?.unsaved.set(false);
    await dialog.escape();
    expect(await loader.getHarnessOrNull(DialogHarness)).toBeNull();
  });
});

describe('going back', () => {
  it('closes what lies on top', async () => {
    const { loader, opener } = page();
    const ref = TestBed.inject(Dialogs).open(Editor, null);
    ref.componentInstance?.unsaved.set(false);
    goBack();
    expect(await loader.getHarnessOrNull(DialogHarness)).toBeNull();
    expect(document.activeElement).toBe(opener);
  });

  it('leaves what is being written, and whatever it asks is closed before it', async () => {
    const { loader } = page();
    const ref = TestBed.inject(Dialogs).openPanel(Editor, null);
    goBack();
    expect(await loader.getAllHarnesses(DialogHarness)).toHaveLength(1);
    const asked = TestBed.inject(Confirm).ask(QUESTION);
    goBack();
    expect(await asked).toBe(false);
    expect(await loader.getAllHarnesses(DialogHarness)).toHaveLength(1);
    ref.componentInstance?.unsaved.set(false);
    goBack();
    expect(await loader.getHarnessOrNull(DialogHarness)).toBeNull();
  });
});

describe('Confirm', () => {
  it('puts the keyboard on the harmless answer', async () => {
    const { loader } = page();
    const asked = TestBed.inject(Confirm).ask(QUESTION);
    await loader.getHarness(DialogHarness);
    expect(document.activeElement?.textContent.trim()).toBe('ui.cancel');
    (document.activeElement as HTMLElement).click();
    expect(await asked).toBe(false);
  });

  it('answers true only for the action', async () => {
    const { loader } = page();
    const confirm = TestBed.inject(Confirm);
    for (const [button, answer] of [
      ['Delete workspace', true],
      ['ui.cancel', false],
      ['ui.close', false],
    ] as const) {
      const asked = confirm.ask(QUESTION);
      await (await loader.getHarness(DialogHarness)).press(button);
      expect(await asked, button).toBe(answer);
    }
  });

  it('waits for the typed name', async () => {
    const { loader } = page();
    const asked = TestBed.inject(Confirm).ask({ ...QUESTION, typed: { name: 'Northwind', label: 'Type the name' } });
    const dialog = await loader.getHarness(DialogHarness);
    expect(await dialog.isEnabled('Delete workspace')).toBe(false);
    await dialog.type('Northwin');
    expect(await dialog.isEnabled('Delete workspace')).toBe(false);
    await dialog.type('Northwind');
    await dialog.press('Delete workspace');
    expect(await asked).toBe(true);
  });
});

describe('who waits for dialogs', () => {
  it('goes on when the last has closed', async () => {
    const { loader } = page();
    const open = TestBed.inject(OpenDialogs);
    const panel = TestBed.inject(Dialogs).openPanel(Editor, null);
    const question = TestBed.inject(Dialogs).open(Editor, null);
    await loader.getAllHarnesses(DialogHarness);
    const gone = vi.fn();
    void open.allClosed().then(gone);
    for (const ref of [question, panel]) {
      expect([open.areThere(), gone.mock.calls.length]).toEqual([true, 0]);
      ref.componentInstance?.unsaved.set(false);
      ref.close();
      await new Promise((resolve) => setTimeout(resolve));
    }
    expect([open.areThere(), gone.mock.calls.length]).toEqual([false, 1]);
    await open.allClosed();
  });
});
