import { expect, makeLink, OWNER, test } from './support/fixtures.js';
import { join } from './support/people.js';

/** One green pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==',
  'base64',
);

test.describe('settings', () => {
  test.afterEach(async ({ api }) => {
    await api.patch('/api/workspaces', { data: { name: OWNER.workspaceName } });
  });

  test('what is not saved is asked about before another page comes', async ({ owner }) => {
    const question = owner.getByRole('dialog', { name: 'Discard your changes?' });
    const linksPage = owner.getByRole('link', { name: 'Links', exact: true });
    await owner.goto('/settings');
    await owner.getByLabel(/Choose an image or drop it here/).setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: PNG,
    });
    await linksPage.click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await owner.getByRole('button', { name: 'Cancel' }).click();

    const name = owner.getByLabel('Name of the workspace');
    await name.fill('Südwind');
    await linksPage.click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(owner).toHaveURL(/settings$/);
    await expect(name).toHaveValue('Südwind');
    await owner.getByRole('button', { name: /Account and settings/ }).click();
    await owner.getByRole('menuitem', { name: 'Sign out' }).click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await linksPage.click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(owner).toHaveURL(/links$/);
    await owner.goto('/settings');
    await expect(name).toHaveValue(OWNER.workspaceName);

    await owner.goto('/account');
    await owner.getByLabel('New password', { exact: true }).fill('orbit');
    await linksPage.click();
    await owner.getByRole('dialog', { name: 'Discard your changes?' }).getByRole('button', { name: 'Discard' }).click();
    await expect(owner).toHaveURL(/links$/);
  });

  test('name and logo', async ({ owner }) => {
    await owner.goto('/settings');
    // What is to be done here has the signal colour, as in dialogs, once there is something to do.
    await expect(owner.locator('main .primary')).toHaveCount(0);
    await owner.getByLabel('Name of the workspace').fill('Südwind');
    await expect(owner.locator('main .primary')).toHaveText(['Save']);
    await owner.getByRole('button', { name: 'Save' }).first().click();
    await expect(owner.getByText('Workspace name saved.')).toBeVisible();
    await expect(owner.getByLabel('Name of the workspace')).toBeFocused();
    await expect(owner.getByRole('link', { name: /Südwind/ })).toBeVisible();

    const file = owner.getByLabel(/Choose an image or drop it here/);
    await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
    const refusal = owner.getByText('This is not a PNG, JPEG, GIF or WebP image.');
    await expect(refusal).toBeVisible();
    const logo = { name: 'logo.png', mimeType: 'image/png', buffer: PNG };
    const use = owner.getByRole('button', { name: 'Use this logo' });
    await file.setInputFiles(logo);
    await expect(owner.getByText('It is shown in full and never cropped.')).toBeVisible();
    await expect(refusal).toBeHidden();

    // What was said about an upload goes with its picture.
    await owner.route('**/api/workspaces/logo', (route) => route.abort());
    await use.click();
    const section = owner.locator('app-logo-section');
    await expect(section.getByRole('alert')).toHaveText(/The server cannot be reached\./);
    await section.getByRole('button', { name: 'Cancel' }).click();
    await expect(section.locator('[role=alert]')).toBeEmpty();
    await expect(file).toBeFocused();
    await owner.unroute('**/api/workspaces/logo');

    await file.setInputFiles({ ...logo, name: 'fake.png', buffer: Buffer.from('x') });
    await expect(refusal).toBeVisible();
    await expect(use).toBeHidden();
    await file.setInputFiles(logo);
    await use.click();
    await expect(owner.getByText('Logo saved.')).toBeVisible();
    await expect(owner.locator('aside img')).toHaveAttribute('src', /\/uploads\//);
    const another = owner.getByLabel(/Choose another image/);
    await expect(another).toBeFocused();
    await owner.getByRole('button', { name: 'Remove the logo' }).click();
    await owner
      .getByRole('dialog', { name: 'Remove the logo?' })
      .getByRole('button', { name: 'Remove the logo' })
      .click();
    await expect(owner.locator('aside img')).toHaveCount(0);
    await expect(file).toBeFocused();
  });

  test('the link path: what a change does is shown, kept, and revoked', async ({ owner, api }) => {
    await makeLink(api, { destinationUrl: 'https://example.com/p', slug: 'on-path' });
    const status = async (path: string) => (await api.get(path, { maxRedirects: 0 })).status();
    await owner.goto('/settings');
    const path = owner.getByRole('textbox', { name: 'Path' });
    const save = owner.locator('app-path-section').getByRole('button', { name: 'Save' });
    await path.fill('Not valid!');
    await expect(path).toHaveAttribute('aria-invalid', 'true');
    await expect(save).toBeDisabled();
    await path.fill('team');
    await expect(owner.getByText('Keeps working', { exact: true })).toBeVisible();
    await owner.getByText('Stop them').click();
    await expect(owner.getByText('Stops working', { exact: true })).toBeVisible();
    await owner.getByText('Keep them working').click();
    await save.click();
    await expect(owner.getByText('Link path changed.')).toBeVisible();
    expect([await status('/team/on-path'), await status('/on-path')]).toEqual([302, 302]);

    await owner.getByRole('button', { name: /^Revoke/ }).click();
    const question = owner.getByRole('dialog', { name: 'Revoke this path?' });
    await question.getByRole('button', { name: 'Revoke' }).click();
    await expect(owner.getByText('There are no former paths.')).toBeVisible();
    await expect(path).toBeFocused();
    expect(await status('/on-path')).toBe(404);

    await path.fill('');
    await owner.getByText('Stop them').click();
    await save.click();
    await owner
      .getByRole('dialog', { name: 'Stop the former addresses?' })
      .getByRole('button', { name: 'Stop them' })
      .click();
    // The message of the first change may still stand there: the addresses themselves tell when the second one is made.
    await expect.poll(async () => [await status('/team/on-path'), await status('/on-path')]).toEqual([404, 302]);
  });

  test('ownership goes to another member and comes back', async ({ owner, browser, instance, api }) => {
    const email = 'successor@example.com';
    const member = await join(browser, instance, api, email);
    const people = await owner.context().newPage();
    await people.goto('/members');
    const activity = await owner.context().newPage();
    await activity.goto('/activity');
    const refresh = activity.getByRole('button', { name: 'Refresh' });
    await expect(refresh).toBeVisible();
    await owner.goto('/settings');
    await owner.getByLabel('New owner').fill('successor');
    await owner.getByRole('option', { name: email }).click();
    await owner.getByRole('button', { name: 'Transfer ownership' }).click();
    const question = owner.getByRole('dialog', { name: 'Transfer ownership?' });
    const action = question.getByRole('button', { name: 'Transfer ownership' });
    await expect(action).toBeDisabled();
    await question.getByLabel(`Type ${email} to confirm`).fill(email);
    await action.click();
    await expect(owner.getByText(`${email} is now the owner of the workspace.`)).toBeVisible();
    await expect(owner.getByRole('link', { name: 'Settings' })).toBeHidden();

    // Pages that are still open learn of it by the first refusal.
    await people.getByLabel(`Role of ${email}`).selectOption('VIEWER');
    await expect(people.getByText('Your role does not allow this')).toBeVisible();
    await refresh.click();
    await expect(activity.getByText('Your role does not allow this')).toBeVisible();

    const { items } = (await (await member.request.get('/api/workspaces/members')).json()) as {
      items: { userId: string; email: string }[];
    };
    const userId = items.find((one) => one.email === OWNER.email)?.userId;
    expect((await member.request.post('/api/workspaces/transfer-ownership', { data: { userId } })).ok()).toBe(true);
    await member.context().close();
  });
});
