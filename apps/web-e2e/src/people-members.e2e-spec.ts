import { expect, test } from './support/fixtures.js';
import { join } from './support/people.js';

test.describe('people', () => {
  test('several are invited at once; whoever could not be stays in the field with the reason', async ({ owner }) => {
    await owner.goto('/members');
    await owner.getByRole('button', { name: 'Invite people' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Invite people' });
    const field = dialog.getByLabel('Email addresses');
    await field.fill('no address');
    await dialog.getByRole('button', { name: 'Create invitations' }).click();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toBeFocused();
    await field.fill('"One, Person" <one@example.com>, two@example.com\nnora@example.com');
    await dialog.getByText('Viewer', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Create invitations' }).click();
    await expect(dialog.getByText('nora@example.com: This person is already a member.')).toBeVisible();
    await expect(field).toHaveValue('nora@example.com');
    await expect(field).toBeFocused();
    await expect(dialog.getByRole('status')).toHaveText('2 invitations created.');
    // An address that was not invited is not thrown away without a question.
    await owner.keyboard.press('Escape');
    await owner
      .getByRole('dialog', { name: 'Discard these addresses?' })
      .getByRole('button', { name: 'Discard' })
      .click();
    await expect(dialog).toBeHidden();
    await expect(owner.getByText('2 invitations created.')).toBeVisible();

    // No mail server: the links are there to be handed over.
    await expect(owner.getByRole('button', { name: 'Copy the link for one@example.com' })).toBeVisible();
    const actions = owner.getByRole('button', { name: 'Actions for one@example.com' });
    await actions.click();
    await owner.getByRole('menuitem', { name: 'Create new link' }).click();
    await expect(owner.getByText('There is a new link to share with one@example.com.')).toBeVisible();
    await expect(actions).toBeFocused();
    await owner.getByRole('button', { name: 'Actions for two@example.com' }).click();
    await owner.getByRole('menuitem', { name: 'Revoke' }).click();
    await expect(owner.getByRole('rowheader', { name: 'two@example.com' })).toBeHidden();
    await expect(owner.getByRole('heading', { name: 'Open invitations' })).toBeFocused();
    await owner.getByRole('button', { name: 'Invite again' }).click();
    await expect(owner.getByText('There is a new link to share with two@example.com.')).toBeVisible();
    await expect(owner.getByRole('rowheader', { name: 'two@example.com' })).toBeVisible();
  });

  test('role with undo, deactivate, remove', async ({ owner, browser, instance, api }) => {
    const email = 'role@example.com';
    const member = await join(browser, instance, api, email);
    await expect(member.getByRole('link', { name: 'People' })).toBeHidden();
    await member.goto('/members');
    await expect(member.getByText('Your role does not allow this')).toBeVisible();
    await member.goto('/settings');
    await expect(member.getByText('Your role does not allow this')).toBeVisible();
    await member.goto('/activity');
    await expect(member.getByText('Your role does not allow this')).toBeVisible();

    await owner.goto('/members');
    const role = owner.getByLabel(`Role of ${email}`);
    await role.focus();
    await role.selectOption('VIEWER');
    await expect(owner.getByText(`${email} is now Viewer.`)).toBeVisible();
    await expect(role).toBeFocused();
    await member.goto('/links');
    await expect(member.getByRole('heading', { name: 'Links', exact: true })).toBeVisible();
    await expect(member.getByRole('button', { name: 'Create link' })).toBeHidden();
    await owner.getByRole('button', { name: 'Undo' }).click();
    await expect(role).toHaveValue('MEMBER');
    await owner.emulateMedia({ media: 'print' });
    await expect(role, 'paper has the role, and nothing to choose').toHaveCSS('border-top-width', '0px');
    await expect(role).toHaveCSS('background-image', 'none');
    await owner.emulateMedia({ media: 'screen' });

    const actions = owner.getByRole('button', { name: `Actions for ${email}` });
    await actions.click();
    await owner.getByRole('menuitem', { name: 'Deactivate' }).click();
    await expect(owner.getByText('Deactivated')).toBeVisible();
    await expect(actions).toBeFocused();
    await member.goto('/links');
    await expect(member.getByRole('heading', { name: 'You are not in any workspace here' })).toBeVisible();
    await member.context().close();

    await actions.click();
    await owner.getByRole('menuitem', { name: 'Remove' }).click();
    const question = owner.getByRole('dialog', { name: `Remove ${email}?` });
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(owner.getByRole('rowheader', { name: email })).toBeHidden();
  });
});
