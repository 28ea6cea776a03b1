import type { Page } from '@playwright/test';
import { expect, OWNER, test } from './support/fixtures.js';
import { startInstance } from './support/instance.js';
import { join } from './support/people.js';

/** A device that finds its keys by itself, has seen its owner's finger, and answers at once unless it is told to keep still. */
async function haveAuthenticator(page: Page): Promise<{ answers(enabled: boolean): Promise<unknown> }> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
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
  return {
    answers: (enabled) => client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  };
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account and settings/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

test('a passkey is added, signs in without a word typed, and stays when it is the last way in', async ({
  browser,
  instance,
  api,
}) => {
  const page = await join(browser, instance, api, 'passkeys@example.com');
  const { answers } = await haveAuthenticator(page);

  await page.goto('/account');
  await expect(page.getByText('This is your only sign-in method')).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText(/You can now sign in with “/)).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('already has a passkey of your account')).toBeVisible();
  const name = page.getByLabel('Name of the passkey');
  await name.fill('Work laptop');
  await name.press('Enter');
  await expect(page.getByText('This is your only sign-in method')).toBeHidden();

  // With a passkey the password may go.
  await page.getByRole('button', { name: /^Remove\s*: Password/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Password is no longer a sign-in method.')).toBeVisible();

  // The device keeps still, or the sign-in page would be left at once.
  await answers(false);
  await signOut(page);
  await expect(page.getByLabel('Email address')).toHaveAttribute('autocomplete', 'username webauthn');
  await answers(true);
  await page.goto('/login?returnTo=%2Faccount');
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
  await expect(page.getByText(/^Last used/)).toBeVisible();
  await expect(name).toHaveValue('Work laptop');

  await page.getByRole('button', { name: /^Remove\s*: Work laptop/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('The last sign-in method cannot be removed.')).toBeVisible();
  await expect(name).toHaveValue('Work laptop');
  await page.context().close();
});

test('a passkey that was added on the host of one workspace signs in on that of another', async ({ browser }) => {
  const instance = await startInstance((port) => ({
    DEPLOYMENT_MODE: 'multi',
    PUBLIC_URL: `http://app.localhost:${String(port)}`,
  }));
  const { port } = new URL(instance.url);
  const at = (host: string, path: string): string => `http://${host}app.localhost:${port}${path}`;
  const page = await browser.newPage();
  const { answers } = await haveAuthenticator(page);
  await page.goto(at('', '/setup'));
  await page.getByLabel('Email address').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('link', { name: 'Create a workspace' })).toBeVisible();
  for (const name of ['North', 'South']) {
    await page.goto(at('', '/workspaces/new'));
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await expect(page.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible();
  }

  await page.goto(at('north.', '/account'));
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText(/You can now sign in with “/)).toBeVisible();
  await answers(false);
  await signOut(page);
  await expect(page.getByLabel('Email address')).toBeVisible();
  await answers(true);
  await page.goto(at('south.', '/login'));
  await expect(page.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible();
  expect(new URL(page.url()).hostname).toBe('south.app.localhost');
  await page.close();
  await instance.stop();
});
