import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessibleInBothThemes, test } from './support/fixtures.js';

/** Presses Tab until the element has the focus, as a person does who looks for it. */
async function tabTo(page: Page, target: Locator, most = 60): Promise<void> {
  for (let n = 0; n < most; n++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} is not reached in ${String(most)} steps`);
}

test('by keyboard alone: a link is made, edited, filtered, paused, deleted and brought back', async ({ owner }) => {
  const { keyboard } = owner;
  await owner.goto('/links');
  await expect(owner.getByRole('heading', { name: 'Links', exact: true })).toBeVisible();

  await keyboard.press('c');
  const editor = owner.getByRole('dialog', { name: 'Create link' });
  await expect(editor.getByLabel('Destination', { exact: true })).toBeFocused();
  await keyboard.type('https://example.com/keys');
  await tabTo(owner, editor.getByLabel('Short address'));
  await keyboard.type('made-by-keys');
  await tabTo(owner, editor.getByLabel('Title'));
  await keyboard.type('Made by keys');
  await keyboard.press('Enter');
  await expect(editor).toBeHidden();
  const row = owner.getByRole('row', { name: /made-by-keys/ });
  await expect(row).toBeVisible();

  await keyboard.press('/');
  await expect(owner.getByRole('searchbox', { name: 'Search links' })).toBeFocused();
  await keyboard.type('made-by-keys');
  await expect(owner).toHaveURL(/q=made-by-keys/);

  const menu = row.getByRole('button', { name: 'Actions for made-by-keys' });
  await tabTo(owner, menu);
  await keyboard.press('Enter');
  await expect(owner.getByRole('menuitem', { name: 'Open' })).toBeFocused();
  await keyboard.press('p');
  await expect(owner.getByRole('menuitem', { name: 'Pause' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(row.getByText('Paused')).toBeVisible();
  await expect(menu).toBeFocused();

  await keyboard.press('ArrowDown');
  await keyboard.press('e');
  await expect(owner.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
  await keyboard.press('Enter');
  const edit = owner.getByRole('dialog', { name: 'Edit link' });
  await tabTo(owner, edit.getByLabel('Title'));
  await keyboard.press('Control+a');
  await keyboard.type('Renamed by keys');
  await keyboard.press('Escape');
  const question = owner.getByRole('dialog', { name: 'Discard what you changed?' });
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await expectAccessibleInBothThemes(owner);
  await keyboard.press('Enter');
  await expect(question).toBeHidden();
  await tabTo(owner, edit.getByRole('button', { name: 'Save' }));
  await keyboard.press('Enter');
  await expect(edit).toBeHidden();
  await expect(row.getByText('Renamed by keys')).toBeVisible();

  await tabTo(owner, row.getByRole('checkbox'));
  await keyboard.press('Space');
  const bar = owner.getByRole('region', { name: 'Chosen links' });
  await tabTo(owner, bar.getByRole('button', { name: 'More' }));
  await keyboard.press('Enter');
  await keyboard.press('d');
  await expect(owner.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(row).toBeHidden();
  await tabTo(owner, owner.getByRole('button', { name: 'Undo' }).last());
  await keyboard.press('Enter');
  await expect(row).toBeVisible();
});
