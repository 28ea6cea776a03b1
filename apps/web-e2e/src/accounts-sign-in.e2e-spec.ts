import { expect, expectAccessibleInBothThemes, OWNER, test } from './support/fixtures.js';
import { mailedPath } from './support/mail.js';
import { GOOD_PASSWORD, join, stranger } from './support/people.js';

test.describe('signing in', () => {
  test('a deep link survives it, refusals are told, and Back does not return to the form', async ({
    browser,
    instance,
  }) => {
    const page = await stranger(browser, instance);
    await page.goto('/forgot-password');
    await page.goto('/links?q=deep');
    await expect(page).toHaveURL(/\/login\?returnTo=/);
    await page.getByLabel('Email address').fill(OWNER.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Show “Password”' }).click();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText('The email address or the password is wrong.');
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/links\?q=deep$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/forgot-password$/);
    await page.goForward();
    await expect(page).toHaveURL(/\/links\?q=deep$/);
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible();

    await page.getByRole('button', { name: /Account and settings/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.context().close();
  });

  test('takes what a password manager has filled in without an event', async ({ browser, instance }) => {
    const page = await stranger(browser, instance);
    await page.goto('/login');
    const fill = async (label: string, text: string): Promise<void> => {
      const field = page.getByLabel(label, { exact: true });
      await field.evaluate((box: HTMLInputElement, value) => (box.value = value), text);
    };
    await fill('Email address', OWNER.email);
    await fill('Password', OWNER.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible();
    await page.context().close();
  });

  test('a session that ended elsewhere leads to signing in and back', async ({ browser, instance, api }) => {
    const page = await join(browser, instance, api, 'ended@example.com');
    await page.goto('/tags');
    await expect(page.getByRole('heading', { name: 'Tags', exact: true })).toBeVisible();
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Links', exact: true }).first().click();
    await expect(page).toHaveURL(/\/login\?returnTo=%2F(links|tags)/);
    await page.context().close();
  });

  test('why a provider did not sign somebody in', async ({ browser, instance }) => {
    const page = await stranger(browser, instance);
    await page.goto('/login?error=oauth_denied');
    await expect(page.getByText('The sign-in was cancelled at the provider.')).toBeVisible();
    await page.goto('/login?error=%3Cb%3E');
    await expect(page.getByText('Signing in with the provider failed.')).toBeVisible();
    await page.goto('/register');
    await expect(page.getByRole('heading', { name: 'Accounts are by invitation only' })).toBeVisible();
    await page.context().close();
  });

  test('a forgotten password is set anew by mail, once', async ({ browser, instance, api }) => {
    const email = 'forgetful@example.com';
    await (await join(browser, instance, api, email)).context().close();
    const page = await stranger(browser, instance);
    await page.goto('/login');
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page.getByLabel('Email address')).toHaveValue(email);
    await page.getByRole('button', { name: 'Request link' }).click();
    await expect(page.getByText(`If ${email} has an account here`)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Contact the server’s operator' })).toBeFocused();
    await page.getByRole('button', { name: 'Use another address' }).click();
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeFocused();

    const path = await mailedPath(instance, email, 'reset-password');
    await page.goto(path);
    const password = page.getByLabel('New password', { exact: true });
    await password.fill('password12345');
    await expect(page.getByText('Easy to guess. Use a few unrelated words.')).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    await password.fill('orbit candle walnut freeway');
    await expect(page.getByText('Strong', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeFocused();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('orbit candle walnut freeway');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible();

    await page.goto(path);
    await page.getByLabel('New password', { exact: true }).fill('another fine long phrase');
    await expect(page.getByText('Strong', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    await page.context().close();
  });

  test('an invitation for another address, and one that is spent', async ({ browser, instance, api, owner }) => {
    const email = 'invited@example.com';
    const member = await join(browser, instance, api, email);
    const spent = await mailedPath(instance, email);
    await member.goto(spent);
    await expect(member.getByRole('heading', { name: 'This invitation no longer works' })).toBeVisible();
    await expectAccessibleInBothThemes(member);
    await member.context().close();

    await api.post('/api/workspaces/invitations', { data: { email: 'other@example.com' } });
    await owner.goto(await mailedPath(instance, 'other@example.com'));
    await expect(owner.getByRole('heading', { name: 'This invitation is for another address' })).toBeVisible();
    await expectAccessibleInBothThemes(owner);
    await owner.route('**/api/auth/logout', (route) => route.abort());
    await owner.getByRole('button', { name: 'Use another account' }).click();
    await expect(owner.getByRole('alert')).toContainText('The server cannot be reached.');
    await owner.unroute('**/api/auth/logout');
    await owner.getByRole('button', { name: 'Use another account' }).click();
    await expect(owner.getByRole('heading', { name: /^Join / })).toBeFocused();

    // Whoever has an account signs in and comes back to the invitation.
    const page = await stranger(browser, instance);
    await page.goto(await mailedPath(instance, 'other@example.com'));
    await expect(page.getByText(`${OWNER.email} invites you to share short links in`)).toBeVisible();
    await expect(page.getByLabel('Email address')).toHaveValue('other@example.com');
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    await page.getByLabel('Email address').fill('wrong@example.com');
    await page.getByLabel('Password', { exact: true }).fill(GOOD_PASSWORD);
    await expect(page.getByText('Strong', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Create account and join' }).click();
    await expect(page.getByText('This invitation was sent to another address.')).toBeVisible();
    await page.getByRole('link', { name: 'Sign in to join' }).click();
    await expect(page).toHaveURL(/\/login\?returnTo=%2Finvite%3Ftoken/);
    await page.context().close();
  });
});
