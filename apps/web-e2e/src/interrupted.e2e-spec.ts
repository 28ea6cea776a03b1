import { expect, makeLink, test } from './support/fixtures.js';

test('a session that ends in the middle of an edit takes nothing of what was written', async ({ owner, api }) => {
  await makeLink(api, { destinationUrl: 'https://example.com/interrupted', slug: 'interrupted' });
  await owner.goto('/links?q=interrupted');
  const row = owner.getByRole('row', { name: /interrupted/ });
  const editor = owner.getByRole('dialog', { name: 'Edit link' });
  const { cookies } = await api.storageState();
  const edit = async (title: string): Promise<void> => {
    await row.getByRole('button', { name: 'Actions for interrupted' }).click();
    await owner.getByRole('menuitem', { name: 'Edit' }).click();
    await editor.getByLabel('Title').fill(title);
    await owner.context().clearCookies();
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(editor.getByRole('alert')).toContainText('Sign in to continue.');
  };

  await edit('Written before');
  await expect(owner).toHaveURL(/\/links\?q=interrupted/);
  const [tab] = await Promise.all([
    owner.context().waitForEvent('page'),
    editor.getByRole('link', { name: 'Sign in in a new tab, then save again' }).click(),
  ]);
  await expect(tab.getByLabel('Email address')).toBeVisible();
  await tab.close();
  await owner.context().addCookies(cookies);
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor).toBeHidden();
  await expect(row.getByText('Written before')).toBeVisible();

  // Who gives up what was written is sent to sign in then.
  await edit('Given up');
  await owner.keyboard.press('Escape');
  await owner.getByRole('button', { name: 'Discard' }).click();
  await expect(owner).toHaveURL(/\/login\?returnTo=/);
  await expect(owner.getByLabel('Email address')).toBeVisible();
});

test('a session that ends under the form of a page takes nothing either, and the sign-in page says why', async ({
  owner,
  api,
}) => {
  const { cookies } = await api.storageState();
  await owner.goto('/tags');
  const name = owner.getByLabel('Name of a new tag');
  await name.fill('kept');
  await owner.context().clearCookies();
  await name.press('Enter');
  await expect(owner.getByRole('alert')).toContainText('Sign in to continue.');
  await expect(name).toHaveValue('kept');
  await owner.context().addCookies(cookies);
  await name.press('Enter');
  await expect(owner.getByRole('listitem').filter({ hasText: 'kept' })).toBeVisible();

  await owner.context().clearCookies();
  await owner.getByRole('link', { name: 'Campaigns' }).click();
  await expect(owner).toHaveURL(/\/login\?returnTo=%2Fcampaigns&ended=true/);
  await expect(owner.getByRole('alert')).toContainText('Your session has ended.');

  // A refused press is told once, by that page.
  await owner.context().addCookies(cookies);
  await owner.goto('/tags');
  const remove = owner.getByRole('button', { name: 'Delete kept' });
  await expect(remove).toBeVisible();
  await owner.context().clearCookies();
  await remove.click();
  await expect(owner).toHaveURL(/\/login\?returnTo=%2Ftags&ended=true/);
  await expect(owner.getByText('Sign in to continue')).toHaveCount(1);
});

test('a session that ends under an open dialog: the message above it leads to sign in, and the dialog stays', async ({
  owner,
  api,
}) => {
  const share = { subject: { type: 'workspace' }, title: 'For the board', expiresAt: Date.now() + 86_400_000 };
  expect((await api.post('/api/reports/shares', { data: share })).status()).toBe(201);
  await owner.goto('/');
  await owner.getByRole('button', { name: 'Share' }).click();
  const dialog = owner.getByRole('dialog', { name: 'Share this report' });
  const revoke = dialog.getByRole('button', { name: /^Revoke/ });
  await expect(revoke).toBeVisible();
  const { cookies } = await api.storageState();
  await owner.context().clearCookies();
  await revoke.click();
  const toast = owner.locator('sp-toasts .toast');
  await expect(dialog.getByText('Sign in to continue.')).toBeAttached();
  const [tab] = await Promise.all([
    owner.context().waitForEvent('page'),
    toast.getByText('Sign in in a new tab, then save again').click(),
  ]);
  await expect(tab.getByLabel('Email address')).toBeVisible();
  await tab.close();
  await owner.context().addCookies(cookies);
  await revoke.click();
  await expect(revoke).toBeHidden();
  await expect(dialog).toBeVisible();
});

test('a file that is asked for after the session has ended leads to sign in', async ({ owner, api }) => {
  const { id } = await makeLink(api, { destinationUrl: 'https://example.com/exported', slug: 'exported' });
  const { cookies } = await api.storageState();
  const ended = async (path: string): Promise<void> => {
    await owner.context().addCookies(cookies);
    await owner.goto(path, { waitUntil: 'networkidle' });
    await owner.context().clearCookies();
  };
  const isSaid = async (): Promise<void> => {
    await expect(owner).toHaveURL(/\/login\?.*ended=true/);
    await expect(owner.getByRole('alert')).toContainText('Your session has ended.');
  };
  await ended('/links?q=exported');
  await owner.getByRole('button', { name: 'More for links' }).click();
  await owner.getByRole('menuitem', { name: 'Export these as CSV' }).click();
  await isSaid();
  await ended(`/links/${id}`);
  await owner.getByRole('link', { name: 'CSV' }).click();
  await isSaid();
});

test('a press repeated after a lost answer makes one link, and the links of a batch once', async ({ owner, api }) => {
  const campaign = await api.post('/api/campaigns', { data: { name: 'Lost answers', utmCampaign: 'lost-answers' } });
  const { id } = (await campaign.json()) as { id: string };
  const count = async (q: string): Promise<number> => {
    const list = await api.get('/api/links', { params: { q } });
    return ((await list.json()) as { total: number }).total;
  };
  const panel = owner.getByRole('dialog');
  const cases = [
    ['/links', 'Create link', 'Create link', 'https://example.com/lost-answer', 1, 'Your new link'],
    [
      `/campaigns/${id}`,
      'Create several links',
      'Create 2 links',
      'https://example.com/lost-batch',
      2,
      '2 links are ready.',
    ],
  ] as const;
  for (const [path, opener, press, destination, links, done] of cases) {
    let lost = 0;
    await owner.route(/\/api\/links(\/batch)?$/, async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.fallback();
      lost += 1;
      await route.fetch();
      return route.abort('connectionreset');
    });
    await owner.goto(path);
    await owner.getByRole('button', { name: opener }).first().click();
    await panel.getByLabel('Destination').first().fill(destination);
    await panel.getByRole('button', { name: press, exact: true }).click();
    await expect(panel.getByRole('alert').filter({ hasText: 'The server cannot be reached.' })).toBeVisible();
    expect([lost, await count(destination)]).toEqual([1, links]);
    await panel.getByRole('button', { name: press, exact: true }).click();
    await expect(owner.getByText(done).first()).toBeVisible();
    expect(await count(destination)).toBe(links);
    await owner.unrouteAll();
  }
});

test('who leaves a form that is being saved is told how it ended, and loses nothing unasked', async ({
  owner,
  api,
}) => {
  let answer = Promise.withResolvers<undefined>();
  await owner.route(/\/api\/links$/, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await answer.promise;
    return route.continue();
  });
  await owner.goto('/links');
  await expect(owner.getByRole('heading', { name: 'Links', exact: true })).toBeVisible();
  const editor = owner.getByRole('dialog', { name: 'Create link' });
  const question = owner.getByRole('dialog', { name: 'Still saving' });
  const toasts = owner.locator('sp-toasts');
  const save = async (destination: string, slug: string): Promise<void> => {
    answer = Promise.withResolvers();
    await owner.keyboard.press('c');
    await editor.getByLabel('Destination', { exact: true }).fill(destination);
    await editor.getByLabel('Short address').fill(slug);
    await editor.getByRole('button', { name: 'Create link' }).click();
    await expect(editor.getByRole('button', { name: 'Create link' })).toHaveAttribute('aria-busy', 'true');
  };

  await makeLink(api, { destinationUrl: 'https://example.com/there', slug: 'left-taken' });
  await save('https://example.com/left', 'left-early');
  await owner.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Wait' }).click();
  await editor.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(owner.getByRole('dialog')).toHaveCount(0);
  answer.resolve(undefined);
  await expect(toasts.getByText('Saved after you left.')).toBeVisible();
  await expect(owner.getByRole('row', { name: /left-early/ })).toBeVisible();

  await save('https://example.com/left', 'left-taken');
  await owner.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Leave' }).click();
  answer.resolve(undefined);
  await expect(toasts.getByText(/^Not saved\. ./)).toBeVisible();

  // A refusal while the question is open: the question is over, and the form is there.
  await save('https://example.com/left', 'left-taken');
  await owner.keyboard.press('Escape');
  await expect(question).toBeVisible();
  answer.resolve(undefined);
  await expect(question).toBeHidden();
  await expect(editor.getByLabel('Short address')).toHaveAttribute('aria-invalid', 'true');
  await expect(editor.getByLabel('Short address')).toHaveValue('left-taken');
  await owner.keyboard.press('Escape');
  await owner.getByRole('button', { name: 'Discard' }).click();
});

test('a server that fails at the start is taken for that, not for nobody being signed in', async ({ owner }) => {
  await owner.route('**/api/auth/session', (route) => route.fulfill({ status: 500, json: {} }));
  await owner.goto('/tags');
  await expect(owner.getByRole('heading', { name: 'This page did not load' })).toBeVisible();
  await expect(owner).toHaveURL(/\/tags$/);
  await owner.unroute('**/api/auth/session');
  await owner.getByRole('button', { name: 'Reload' }).click();
  await expect(owner.getByRole('heading', { name: 'Tags', exact: true })).toBeVisible();
});

test('a network that was away for a moment takes no part of the page along', async ({ browser, instance, api }) => {
  // Not the owner's page: what does not arrive is an error on the console.
  const context = await browser.newContext({ baseURL: instance.url, storageState: await api.storageState() });
  const page = await context.newPage();
  await page.goto('/settings');
  const name = page.getByLabel('Name of the workspace');
  const before = await name.inputValue();
  const notice = page.getByText('Signpost cannot reach its server.');
  await context.setOffline(true);
  await expect(notice).toBeVisible();
  await context.setOffline(false);
  await expect(notice).toBeHidden();
  await name.fill(`${before}!`);
  await name.press('Enter');
  await expect(page.locator('sp-toasts').getByText('Workspace name saved.')).toBeVisible();
  await name.fill(before);
  await name.press('Enter');
  await expect(name).toHaveValue(before);
  await context.close();
});

test('parts of a page that a new version has replaced say so, and offer to load the page again', async ({
  browser,
  instance,
  api,
}) => {
  await makeLink(api, { destinationUrl: 'https://example.com/upgraded' });
  // Not the owner's page: what does not arrive is an error on the console.
  const context = await browser.newContext({ baseURL: instance.url, storageState: await api.storageState() });
  const page = await context.newPage();
  await page.goto('/links');
  await expect(page.getByRole('button', { name: 'Create link' })).toBeVisible();
  await page.route(/\.js$/, (route) => route.fulfill({ status: 404 }));
  const toasts = page.locator('sp-toasts');
  const toast = toasts.getByText('This part of the page did not load.');
  for (const key of ['c', '?', 'Control+k']) {
    await page.keyboard.press(key);
    await expect(toast).toBeVisible();
    await toasts.getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast).toBeHidden();
  }

  await page.unroute(/\.js$/);
  await page.route(/\.js$/, async (route) => {
    const script = await route.fetch();
    // What draws charts is in a file of its own.
    if ((await script.text()).includes('addColorStop')) await route.fulfill({ status: 404 });
    else await route.fulfill({ response: script });
  });
  await page.goto('/');
  await expect(page.getByText('The chart did not load. Here are its numbers.')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Time (UTC)' })).toBeVisible();
  await page.unroute(/\.js$/);
  await page.reload();
  await expect(page.locator('sp-time-chart canvas')).toBeVisible();
  await context.close();
});
