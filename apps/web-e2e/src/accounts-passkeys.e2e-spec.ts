import { expect, test } from './support/fixtures.js';
import { join } from './support/people.js';

test('a passkey is added, signs in without a word typed, and stays when it is the last way in', async ({
  browser,
  instance,
  api,
}) => {
  const page = await join(browser, instance, api, 'keys@example.com');
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  // A device that finds its keys by itself, has seen its owner's finger, and answers at once.
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const answers = (enabled: boolean) =>
    client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });

  await page.goto('/account');
  await expect(page.getByText('This is your only way in')).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText(/signs you in from now on\./)).toBeVisible();
  const name = page.getByLabel('Name of the passkey');
  await name.fill('Work laptop');
  await name.press('Enter');
  await expect(page.getByText('This is your only way in')).toBeHidden();

  // With a passkey the password may go.
  await page.getByRole('button', { name: /^Remove\s*: Password/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Password is no way to sign in any more.')).toBeVisible();

  // The device keeps still, or the sign-in page would be left at once.
  await answers(false);
  await page.getByRole('button', { name: /Account and settings/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Email address')).toHaveAttribute('autocomplete', 'username webauthn');
  await answers(true);
  await page.goto('/login?returnTo=%2Faccount');
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
  await expect(page.getByText(/^Last used/)).toBeVisible();
  await expect(name).toHaveValue('Work laptop');

  await page.getByRole('button', { name: /^Remove\s*: Work laptop/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('The last way to sign in cannot be removed.')).toBeVisible();
  await expect(name).toHaveValue('Work laptop');
  await page.context().close();
});
