import { expect, makeLink, test } from './support/fixtures.js';
import { join } from './support/people.js';

test('an open report is seen on the overview by who may answer it, and a link that was stopped is set free at once', async ({
  browser,
  instance,
  owner,
  api,
}) => {
  const member = await join(browser, instance, api, 'mara@example.com');
  await makeLink(member.request, { destinationUrl: 'https://example.com/sale', slug: 'sale' });
  const reason = 'It asks for the password of my bank.';
  expect((await api.post('/api/report', { data: { slug: 'sale', reason } })).status()).toBe(200);
  const visit = async (): Promise<number> => (await api.get('/sale', { maxRedirects: 0 })).status();
  const report = { name: new RegExp(`sale.*${reason}`) };

  await member.goto('/');
  await expect(member.getByRole('heading', { name: 'Needs attention' })).toBeVisible();
  await expect(member.getByRole('link', report)).toHaveCount(0);
  await member.context().close();

  await owner.goto('/');
  await owner.getByRole('link', report).click();
  await expect(owner.getByRole('heading', { level: 1, name: 'Abuse reports' })).toBeVisible();
  // No mail leaves a server without SMTP_URL, and nothing says that one did.
  await owner.getByRole('button', { name: 'Write to the creator' }).click();
  await expect(owner.getByText('This server does not send email')).toBeVisible();
  await owner.getByLabel('Message').fill('Is this yours?');
  await owner.getByRole('button', { name: 'Send' }).click();
  await expect(owner.getByText('The email to mara@example.com is in the server’s outbox.')).toBeVisible();
  await owner.getByRole('button', { name: 'Stop the link' }).click();
  await expect(owner.getByText('sale is stopped')).toBeVisible();
  expect(await visit()).toBe(404);
  await owner.getByRole('button', { name: 'Undo' }).click();
  await expect(owner.getByText('sale works again. Its report counts as dismissed.')).toBeVisible();
  expect(await visit()).toBe(302);
  await owner.getByRole('link', { name: 'Overview' }).click();
  await expect(owner.getByRole('heading', { name: 'Needs attention' })).toBeVisible();
  await expect(owner.getByRole('link', report)).toHaveCount(0);
});
