import { expect, OWNER, test } from './support/fixtures.js';
import { GOOD_PASSWORD, join, stranger } from './support/people.js';

test.describe('the account', () => {
  test('a new password ends other sessions; sessions are listed and ended', async ({ browser, instance, api }) => {
    const email = 'account@example.com';
    const page = await join(browser, instance, api, email);
    const other = await stranger(browser, instance);
    await other.goto('/login');
    await other.getByLabel('Email address').fill(email);
    await other.getByLabel('Password', { exact: true }).fill(GOOD_PASSWORD);
    await other.keyboard.press('Enter');
    await expect(other.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible();

    await page.goto('/');
    await page.getByRole('button', { name: /Account and settings/ }).click();
    await page.getByRole('menuitem', { name: 'Account' }).click();
    await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
    await expect(page.getByText('This is your only sign-in method')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Sign out\s*:/ })).toHaveCount(1);

    await page.getByLabel('Current password', { exact: true }).fill('not this one');
    await page.getByLabel('New password', { exact: true }).fill('orbit candle walnut freeway');
    await expect(page.getByText('Strong', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByLabel('Current password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Current password', { exact: true })).toBeFocused();
    await page.getByLabel('Current password', { exact: true }).fill(GOOD_PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('The new password is set.')).toBeVisible();
    await expect(page.getByLabel('Current password', { exact: true })).toBeFocused();
    await expect(page.getByRole('button', { name: /^Sign out\s*:/ })).toHaveCount(0);
    await other.goto('/links');
    await expect(other).toHaveURL(/\/login/);

    await other.getByLabel('Email address').fill(email);
    await other.getByLabel('Password', { exact: true }).fill('orbit candle walnut freeway');
    await other.keyboard.press('Enter');
    await expect(other.getByRole('heading', { name: 'Links', exact: true })).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: /^Sign out\s*:/ }).click();
    await expect(page.getByText(/is signed out\./)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Sign out\s*:/ })).toHaveCount(0);
    await expect(page.locator('main')).toBeFocused();
    await other.reload();
    await expect(other).toHaveURL(/\/login/);
    await other.context().close();
    await page.context().close();
  });

  test('language and theme are kept', async ({ owner }) => {
    await owner.goto('/account');
    // The sidebar may cut the address off.
    await owner.getByRole('button', { name: /Account and settings/ }).hover();
    await expect(owner.getByRole('tooltip')).toHaveText(OWNER.email);
    await owner.getByText('Deutsch', { exact: true }).click();
    await expect(owner.getByRole('heading', { name: 'Konto', exact: true })).toBeVisible();
    await owner.getByText('Dunkel', { exact: true }).click();
    await owner.reload();
    await expect(owner.getByRole('heading', { name: 'Konto', exact: true })).toBeVisible();
    await expect(owner.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(owner.locator('html')).toHaveAttribute('lang', 'de');
  });

  test('a provider that could not be connected says so here', async ({ owner }) => {
    await owner.goto('/login?error=identity_taken');
    await expect(owner).toHaveURL(/\/account\?error=identity_taken/);
    await expect(owner.getByText('This provider account is connected to another Signpost account.')).toBeVisible();
  });
});
