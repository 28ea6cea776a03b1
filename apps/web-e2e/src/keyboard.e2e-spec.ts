import { expect, expectAccessibleInBothThemes, OWNER, test } from './support/fixtures.js';
import { tabTo } from './support/keyboard.js';
import { stranger } from './support/people.js';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('what is typed while the create panel is on its way is its destination, and no letter is a shortcut', async ({
  owner,
}) => {
  await owner.goto('/links');
  await expect(owner.getByRole('heading', { name: 'Links', exact: true })).toBeVisible();
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await owner.route('**/*.js', async (route) => {
    await answered;
    await route.continue();
  });
  await owner.keyboard.press('c');
  await owner.keyboard.type('https://example.com/zx');
  await expect(owner.getByRole('searchbox', { name: 'Search links' })).not.toBeFocused();
  answer();
  const editor = owner.getByRole('dialog', { name: 'Create link' });
  await expect(editor.getByLabel('Destination', { exact: true })).toBeFocused();
  await owner.keyboard.type('y');
  await expect(editor.getByLabel('Destination', { exact: true })).toHaveValue('https://example.com/zxy');
});

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
  await expect(owner.getByRole('menuitem', { name: 'Visit' })).toBeFocused();
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
  const question = owner.getByRole('dialog', { name: 'Discard your changes?' });
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(question).toBeHidden();
  await tabTo(owner, edit.getByRole('button', { name: 'Save' }));
  await keyboard.press('Enter');
  await expect(edit).toBeHidden();
  await expect(row.getByText('Renamed by keys')).toBeVisible();

  await tabTo(owner, row.getByRole('checkbox'));
  await keyboard.press('Space');
  const bar = owner.getByRole('region', { name: 'Selected links' });
  await expect(bar).toBeVisible();
  await keyboard.press('a');
  await tabTo(owner, bar.getByRole('button', { name: 'More' }));
  await keyboard.press('Enter');
  await keyboard.press('d');
  await expect(owner.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(row).toBeHidden();
  await expect(owner.getByRole('heading', { name: 'Links', exact: true })).toBeFocused();
  await tabTo(owner, owner.getByRole('button', { name: 'Undo' }).last());
  await keyboard.press('Enter');
  await expect(row).toBeVisible();

  await tabTo(owner, row.getByRole('checkbox'));
  await keyboard.press('Space');
  await tabTo(owner, bar.getByRole('button', { name: 'Archive' }));
  await keyboard.press('Enter');
  await expect(row).toBeHidden();
  await keyboard.press('z');
  await expect(row).toBeVisible();

  // Who turns single keys off is not surprised by one.
  await keyboard.press('?');
  const sheet = owner.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await tabTo(owner, sheet.getByRole('switch', { name: 'Single-key shortcuts' }));
  await keyboard.press('Space');
  await expectAccessibleInBothThemes(owner);
  await keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await keyboard.press('c');
  await keyboard.press('Control+k');
  await expect(owner.getByRole('combobox', { name: 'Search and commands' })).toBeFocused();
  await expect(editor).toBeHidden();
});

test('by keyboard alone: signing in, inviting, roles, the log, the link path and the theme', async ({
  browser,
  instance,
}) => {
  const page = await stranger(browser, instance);
  const { keyboard } = page;
  await page.goto('/members');
  await tabTo(page, page.getByLabel('Email address'));
  await keyboard.type(OWNER.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await keyboard.type('not the password');
  await keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('The email address or the password is wrong.');
  await keyboard.press('Control+a');
  await keyboard.type(OWNER.password);
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'People', exact: true })).toBeVisible();

  const invite = page.getByRole('button', { name: 'Invite people' });
  await tabTo(page, invite);
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Invite people' });
  await expect(dialog.getByLabel('Email addresses')).toBeFocused();
  await keyboard.type('keys@example.com');
  await tabTo(page, dialog.getByRole('radio', { name: 'Member' }));
  await keyboard.press('ArrowRight');
  await expect(dialog.getByText('Can see links and analytics, but not change anything.')).toBeVisible();
  await tabTo(page, dialog.getByRole('button', { name: 'Create invitations' }));
  await keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(invite).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Actions for keys@example.com' }));
  await keyboard.press('Enter');
  await keyboard.press('r');
  await expect(page.getByRole('menuitem', { name: 'Revoke' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('rowheader', { name: 'keys@example.com', exact: true })).toBeHidden();

  await tabTo(page, page.getByRole('link', { name: 'Activity' }));
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Activity', exact: true })).toBeFocused();
  await tabTo(page, page.getByRole('radio', { checked: true }));
  await keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/group=link/);

  await tabTo(page, page.getByRole('link', { name: 'Settings' }));
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('textbox', { name: 'Path' }));
  await keyboard.type('keys');
  await tabTo(page, page.getByRole('radio', { name: /Keep them working/ }));
  await keyboard.press('ArrowDown');
  await expect(page.getByText('Stops working')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Cancel' }));
  await keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Path' })).toHaveValue('');

  await page.goto('/account');
  await tabTo(page, page.getByRole('radio', { name: 'System' }));
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowRight');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.context().close();
});
