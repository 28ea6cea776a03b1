import { DialogRef } from '@angular/cdk/dialog';
import { HarnessLoader } from '@angular/cdk/testing';
import { TestbedHarnessEnvironment } from '@angular/cdk/testing/testbed';
import { BrowserPlatformLocation, Location, LocationStrategy, PlatformLocation } from '@angular/common';
import { Component, inject, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { firstValueFrom } from 'rxjs';
import { Confirm } from './confirm';
import { DialogFrame, Dialogs, GuardsClosing } from './dialog';
import { DialogHarness } from './dialog.harness';
import { HeldLocation } from './held-location';
import { OpenDialogs } from './open-dialogs';
import { unsavedGuard } from './unsaved-guard';

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

@Component({
  imports: [DialogFrame],
  template: `<sp-dialog heading="Edit link" (closed)="ref.close()"><input aria-label="Title" /></sp-dialog>`,
})
class Form implements GuardsClosing {
  readonly ref = inject<DialogRef<string>>(DialogRef);
  readonly dirty = signal(true);
  readonly busy = signal(false);
  private readonly confirm = inject(Confirm);
  readonly mayClose = unsavedGuard(
    this,
    () => DISCARD,
    () => this.confirm.ask(LEAVE, this.busy),
  );
}

function page(): { loader: HarnessLoader; opener: HTMLElement } {
  const fixture = TestBed.createComponent(Page);
  const opener = (fixture.nativeElement as HTMLElement).querySelector<HTMLElement>('.opener');
  if (!opener) throw new Error('no opener');
  opener.focus();
  return { loader: TestbedHarnessEnvironment.documentRootLoader(fixture), opener };
}

const QUESTION = { heading: 'Delete Northwind?', text: 'Every link stops working.', action: 'Delete workspace' };

const LEAVE = { heading: 'Still saving', text: 'Saving goes on.', action: 'Leave' };

const DISCARD = { heading: 'Discard what you changed?', text: 'Nothing of it has been saved.', action: 'Discard' };

/**
 * Opens a history entry that has another one before it. Call it before there are dialogs: it counts history moves from
 * the start.
 */
function place() {
  history.pushState(null, '', '/before');
  history.pushState(null, '', '/here');
  const heard = vi.fn();
  const moved = vi.fn();
  TestBed.configureTestingModule({
    providers: [
      // The tab's real history, not a simulated one.
      { provide: PlatformLocation, useClass: BrowserPlatformLocation },
      { provide: LocationStrategy, useClass: HeldLocation },
    ],
  });
  TestBed.inject(Location).subscribe(heard);
  window.addEventListener('popstate', moved);
  onTestFinished(() => window.removeEventListener('popstate', moved));
  /** Runs `act`, which makes the history move `steps` times, and waits until that has happened. */
  const after = async (steps: number, act: () => unknown): Promise<void> => {
    const wanted = moved.mock.calls.length + steps;
    await act();
    await vi.waitFor(() => expect(moved).toHaveBeenCalledTimes(wanted), { timeout: 5_000 });
  };
  return {
    /** How many history events reached the page. */
    heard: () => heard.mock.calls.length,
    after,
    /** Goes back as with the browser's button; a held page is left and returned to, which are two moves. */
    goBack: async (to: '/before' | '/here'): Promise<void> => {
      await after(to === '/here' ? 2 : 1, () => history.back());
      expect(location.pathname).toBe(to);
    },
  };
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

  it('that a shortcut opened returns the focus to the content of the page', async () => {
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

  it('above another returns the focus into that one, also after a click on the backdrop', async () => {
    const { loader } = page();
    const ref = TestBed.inject(Dialogs).openPanel(Form, null);
    await loader.getHarness(DialogHarness);
    const field = document.querySelector<HTMLElement>('sp-dialog input');
    field?.focus();
    // A click on the backdrop moves the focus to the body.
    field?.blur();
    const answer = TestBed.inject(Confirm).ask(QUESTION);
    await (await loader.getAllHarnesses(DialogHarness)).at(-1)?.escape();
    expect(await answer).toBe(false);
    expect(document.activeElement).toBe(field);
    // No dirty dialog may remain that would block leaving the test page.
    ref.componentInstance?.dirty.set(false);
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
  it('closes the topmost dialog, and the page changes with the last one', async () => {
    const { heard, goBack } = place();
    const { loader, opener } = page();
    const dialogs = TestBed.inject(Dialogs);
    for (const ref of [dialogs.openPanel(Editor, null), dialogs.open(Editor, null)]) {
      ref.componentInstance?.unsaved.set(false);
    }
    await goBack('/here');
    expect(await loader.getAllHarnesses(DialogHarness)).toHaveLength(1);
    expect(heard()).toBe(0);
    await goBack('/before');
    expect(await loader.getHarnessOrNull(DialogHarness)).toBeNull();
    expect(heard()).toBe(1);
    expect(document.activeElement).toBe(opener);
  });

  it('waits for the answer; going back again gives no answer, and both dialogs stay', async () => {
    const { heard, goBack, after } = place();
    const { loader } = page();
    TestBed.inject(Dialogs).openPanel(Form, null);
    const names = async (): Promise<string[]> =>
      Promise.all((await loader.getAllHarnesses(DialogHarness)).map((dialog) => dialog.name()));
    await goBack('/here');
    expect(await names()).toEqual(['Edit link', DISCARD.heading]);
    await goBack('/here');
    expect(await names()).toEqual(['Edit link']);
    expect(heard()).toBe(0);

    await goBack('/here');
    const question = (await loader.getAllHarnesses(DialogHarness))[1];
    await after(1, () => question?.press('Discard'));
    expect(await names()).toEqual([]);
    expect([location.pathname, heard()]).toEqual(['/before', 1]);
  });

  it('while it is being saved asks whether to leave, which closes with the answer of the server', async () => {
    const { goBack } = place();
    const { loader } = page();
    const ref = TestBed.inject(Dialogs).openPanel(Form, null);
    const form = ref.componentInstance;
    form?.busy.set(true);
    await goBack('/here');
    const question = (await loader.getAllHarnesses(DialogHarness)).at(-1);
    expect(await question?.name()).toBe(LEAVE.heading);
    await question?.escape();
    expect(await loader.getAllHarnesses(DialogHarness)).toHaveLength(1);
    await (await loader.getHarness(DialogHarness)).escape();
    expect(await loader.getAllHarnesses(DialogHarness)).toHaveLength(2);
    // Refused: what was typed is in the form, and nothing is to be left any more.
    form?.busy.set(false);
    TestBed.tick();
    expect(await loader.getAllHarnesses(DialogHarness)).toHaveLength(1);
    form?.busy.set(true);
    await (await loader.getHarness(DialogHarness)).escape();
    await (await loader.getAllHarnesses(DialogHarness)).at(-1)?.press(LEAVE.action);
    expect(await loader.getHarnessOrNull(DialogHarness)).toBeNull();
  });
});

describe('a question over a dialog', () => {
  it('closes together with the dialog', async () => {
    const { loader } = page();
    const ref = TestBed.inject(Dialogs).openPanel(Form, null);
    const confirmed = TestBed.inject(Confirm).ask(DISCARD);
    ref.close('saved');
    expect(await confirmed).toBe(false);
    expect(await loader.getHarnessOrNull(DialogHarness)).toBeNull();
  });

  it('closes the dialog when answered with the action', async () => {
    const { loader } = page();
    const ref = TestBed.inject(Dialogs).openPanel(Form, null);
    const closed = firstValueFrom(ref.closed);
    await (await loader.getHarness(DialogHarness)).escape();
    await (await loader.getAllHarnesses(DialogHarness))[1]?.press('Discard');
    expect(await closed).toBeUndefined();
  });
});

describe('Confirm', () => {
  it('focuses the harmless answer', async () => {
    const { loader } = page();
    const confirmed = TestBed.inject(Confirm).ask(QUESTION);
    await loader.getHarness(DialogHarness);
    expect(document.activeElement?.textContent.trim()).toBe('ui.cancel');
    (document.activeElement as HTMLElement).click();
    expect(await confirmed).toBe(false);
  });

  it('answers true only for the action', async () => {
    const { loader } = page();
    const confirm = TestBed.inject(Confirm);
    for (const [button, answer] of [
      ['Delete workspace', true],
      ['ui.cancel', false],
      ['ui.close', false],
    ] as const) {
      const confirmed = confirm.ask(QUESTION);
      await (await loader.getHarness(DialogHarness)).press(button);
      expect(await confirmed, button).toBe(answer);
    }
  });

  it('waits for the typed name', async () => {
    const { loader } = page();
    const confirmed = TestBed.inject(Confirm).ask({
      ...QUESTION,
      typed: { name: 'Northwind', label: 'Type the name' },
    });
    const dialog = await loader.getHarness(DialogHarness);
    expect(await dialog.isEnabled('Delete workspace')).toBe(false);
    await dialog.type('Northwin');
    expect(await dialog.isEnabled('Delete workspace')).toBe(false);
    await dialog.type('Northwind');
    await dialog.press('Delete workspace');
    expect(await confirmed).toBe(true);
  });
});

describe('waiting for dialogs', () => {
  it('ends when the last dialog has closed', async () => {
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
