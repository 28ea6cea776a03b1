import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect, makeLink, test } from './support/fixtures.js';

const HALF = 'Enter a date and a time.';
const HOST = 'The host of the address needs a full name, such as example.com.';

async function edit(page: Page, id: string): Promise<Locator> {
  await page.goto(`/links/${id}/details`);
  await page.getByRole('button', { name: 'Edit' }).first().click();
  const editor = page.getByRole('dialog', { name: 'Edit link' });
  await expect(editor).toBeVisible();
  return editor;
}

async function recordOf(api: APIRequestContext, id: string): Promise<Record<string, unknown>> {
  return (await (await api.get(`/api/links/${id}`)).json()) as Record<string, unknown>;
}

/** Collects what the page sends to change links. */
function changesOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (['POST', 'PATCH'].includes(request.method())) sent.push(`${request.method()} ${request.url()}`);
  });
  return sent;
}

test.describe('the link editor', () => {
  test('half a date is named and nothing is sent', async ({ owner }) => {
    await owner.goto('/links');
    await expect(owner.getByRole('heading', { name: 'Links', exact: true })).toBeVisible();
    await owner.keyboard.press('c');
    const editor = owner.getByRole('dialog', { name: 'Create link' });
    await editor.getByLabel('Destination', { exact: true }).fill('https://example.com/half-a-date');
    await editor.getByText('Schedule and limit').click();
    await expect(editor.getByText('Times are in your time zone, UTC.')).toBeVisible();
    const expires = editor.getByLabel('Expires');
    await expires.focus();
    await owner.keyboard.type('01022099');
    const sent = changesOf(owner);
    await editor.getByRole('button', { name: 'Create link' }).click();
    await expect(expires).toHaveAttribute('aria-invalid', 'true');
    await expect(expires).toBeFocused();
    await expect(expires).toHaveAccessibleDescription(HALF);
    expect(sent).toEqual([]);

    await expires.fill('2099-01-02T03:04');
    await expect(expires).not.toHaveAttribute('aria-invalid');
    await editor.getByRole('button', { name: 'Create link' }).click();
    await expect(editor).toBeHidden();
  });

  test('a destination that can be none is named when its field is left, until it is right', async ({ owner }) => {
    await owner.goto('/links');
    await expect(owner.getByRole('heading', { name: 'Links', exact: true })).toBeVisible();
    await owner.keyboard.press('c');
    const editor = owner.getByRole('dialog', { name: 'Create link' });
    const destination = editor.getByLabel('Destination', { exact: true });
    await expect(destination).toBeFocused();
    await owner.keyboard.press('Tab');
    await expect(destination).not.toHaveAttribute('aria-invalid');
    await destination.focus();
    await owner.keyboard.type('nowhere');
    await expect(destination).not.toHaveAttribute('aria-invalid');
    await owner.keyboard.press('Tab');
    await expect(destination).toHaveAccessibleDescription(HOST);
    await expect(editor.locator('[aria-live]').getByText(HOST)).toBeVisible();
    await destination.fill('example.com/right');
    await expect(destination).not.toHaveAttribute('aria-invalid');
    await destination.fill('example');
    await expect(destination).not.toHaveAttribute('aria-invalid');
    await destination.fill('https://example.com/ https://example.org/');
    await destination.blur();
    await expect(destination).toHaveAccessibleDescription('Only one address fits here.');
  });

  test('who makes a link is responsible for it, unless somebody else or nobody is chosen', async ({ owner, api }) => {
    await owner.goto('/links');
    await expect(owner.getByRole('heading', { name: 'Links', exact: true })).toBeVisible();
    const editor = owner.getByRole('dialog', { name: 'Create link' });
    const responsible = editor.getByRole('combobox', { name: 'Responsible' });
    for (const choice of ['left', 'taken away']) {
      await owner.keyboard.press('c');
      await expect(editor).toBeVisible();
      // Nobody has written anything yet.
      await owner.keyboard.press('Escape');
      await expect(editor).toBeHidden();
      await owner.keyboard.press('c');
      await editor.getByLabel('Destination', { exact: true }).fill('https://example.com/responsible');
      await expect(responsible).toBeHidden();
      if (choice === 'taken away') {
        await editor.getByText('Responsibility and notes').click();
        await expect(responsible).toHaveValue('nora@example.com');
        await responsible.click();
        await owner.getByRole('option', { name: 'Nobody' }).click();
      }
      await editor.getByRole('button', { name: 'Create link' }).click();
      await expect(editor).toBeHidden();
    }
    const { user } = (await (await api.get('/api/auth/session')).json()) as { user: { id: string } };
    const { items } = (await (await api.get('/api/links?q=example.com/responsible&sort=createdAt')).json()) as {
      items: { responsibleUserId: string | null }[];
    };
    expect(items.map(({ responsibleUserId }) => responsibleUserId)).toEqual([user.id, null]);
  });

  test('one part of a date and one digit of a number are mended without losing the rest', async ({ owner, api }) => {
    const { id } = await makeLink(api, {
      destinationUrl: 'https://example.com/mended',
      slug: 'mended',
      expiresAt: Date.UTC(2099, 0, 2, 3, 4),
      maximumVisits: 500,
    });
    const editor = await edit(owner, id);
    const expires = editor.getByLabel('Expires');
    await expires.focus();
    await owner.keyboard.press('Backspace');
    await expect(editor.getByText(HALF)).toBeVisible();
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(expires).toBeFocused();
    expect((await recordOf(api, id))['expiresAt']).toBe('2099-01-02T03:04:00.000Z');
    await owner.keyboard.type('03');
    await expect(expires).toHaveValue('2099-03-02T03:04');

    const most = editor.getByLabel('Visit limit');
    await most.focus();
    await owner.keyboard.press('End');
    await owner.keyboard.type('e');
    await expect(editor.getByText('Enter a whole number.')).toBeVisible();
    await owner.keyboard.press('Backspace');
    await expect(most).toHaveValue('500');
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(editor).toBeHidden();
    expect(await recordOf(api, id)).toMatchObject({ expiresAt: '2099-03-02T03:04:00.000Z', maximumVisits: 500 });
  });

  test('a new form counts nothing that nobody has chosen; its boxes are of one height', async ({ owner }) => {
    await owner.goto('/links');
    await expect(owner.getByRole('heading', { name: 'Links', exact: true })).toBeVisible();
    await owner.keyboard.press('c');
    const editor = owner.getByRole('dialog', { name: 'Create link' });
    await expect(editor.locator('summary')).toHaveCount(5);
    await expect(editor.locator('summary .count')).toHaveCount(0);
    await editor.getByText('Responsibility and notes').click();
    await editor.getByLabel('Notes').fill('Ask before it changes.');
    await expect(editor.locator('summary .count')).toHaveText(['1']);
    await editor.getByText('Schedule and limit').click();
    const heights = await editor
      .locator('input.sp-input:visible')
      .evaluateAll((boxes) => new Set(boxes.map((box) => box.getBoundingClientRect().height)).size);
    expect(heights).toBe(1);
  });

  test('half a moment is not tried as now', async ({ owner, api }) => {
    const { id } = await makeLink(api, {
      destinationUrl: 'https://example.com/tried',
      slug: 'tried',
      expiresAt: Date.UTC(2099, 0, 1),
    });
    await owner.goto(`/links/${id}/try`);
    const at = owner.getByLabel('Time', { exact: true });
    await at.fill('2099-06-01T00:00');
    await expect(owner.getByText('The link has expired: the visitor sees a page that says so.')).toBeVisible();
    const sent = changesOf(owner);
    await at.focus();
    await owner.keyboard.press('Backspace');
    await expect(owner.getByText(HALF)).toBeVisible();
    await expect(at).toHaveAccessibleDescription(`${HALF} Empty means now. In your time zone, UTC.`);
    expect(sent).toEqual([]);
    await expect(owner.getByText('The link has expired: the visitor sees a page that says so.')).toBeVisible();
  });

  test('another link like one begins with what that has, but for its address', async ({ owner, api }) => {
    const { id } = await makeLink(api, {
      destinationUrl: 'https://example.com/twice',
      slug: 'twice',
      title: 'Twice',
      tags: ['again'],
      notes: 'Both are printed.',
      maximumVisits: 5,
      password: 'open sesame',
      expiresAt: Date.UTC(2099, 0, 2, 3, 4),
      targeting: { os: { ios: 'https://example.com/ios' } },
    });
    await owner.goto(`/links/${id}`);
    await owner.getByRole('button', { name: 'Actions for twice' }).click();
    await owner.getByRole('menuitem', { name: 'Duplicate' }).click();
    const editor = owner.getByRole('dialog', { name: 'Create link' });
    const slug = editor.getByLabel('Short address');
    await expect(slug).toBeFocused();
    await expect(slug).toHaveValue('');
    await owner.keyboard.type('thrice');
    await editor.getByRole('button', { name: 'Create link' }).click();
    await expect(editor).toBeHidden();
    const { items } = (await (await api.get('/api/links?q=thrice')).json()) as { items: { id: string }[] };
    const [before, made] = [await recordOf(api, id), await recordOf(api, items[0]?.id ?? '')];
    const kept = ['destinationUrl', 'title', 'tags', 'notes', 'maximumVisits', 'expiresAt', 'targeting'];
    expect(kept.map((name) => made[name])).toEqual(kept.map((name) => before[name]));
    expect(made).toMatchObject({ slug: 'thrice', aliases: [], isProtected: false });
  });

  test('a country has one rule, and a rule has a destination', async ({ owner, api }) => {
    const { id } = await makeLink(api, {
      destinationUrl: 'https://example.com/rules',
      slug: 'rules',
      targeting: { country: { DE: 'https://example.de/', FR: 'https://example.fr/' } },
    });
    const editor = await edit(owner, id);
    const french = editor.getByLabel('Country', { exact: true }).nth(1);
    await french.fill('an');
    const offered = owner.getByRole('option');
    await expect(offered.filter({ hasText: 'France' })).toBeVisible();
    await expect(offered.filter({ hasText: 'Germany' })).toHaveCount(0);
    await owner.keyboard.press('Escape');

    const url = editor.getByLabel('Destination of the rule').nth(1);
    await url.fill(' ');
    const sent = changesOf(owner);
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(url).toBeFocused();
    await expect(url).toHaveAttribute('aria-invalid', 'true');
    await expect(url).toHaveAccessibleDescription('Enter a destination or remove the rule.');
    expect(sent).toEqual([]);
    await url.fill('https://example.fr/new');
    await expect(url).not.toHaveAttribute('aria-invalid');
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(editor).toBeHidden();
    expect((await recordOf(api, id))['targeting']).toEqual({
      country: { DE: 'https://example.de/', FR: 'https://example.fr/new' },
    });
  });

  test('two people who change a country rule and a system rule keep both', async ({ owner, api }) => {
    const { id } = await makeLink(api, {
      destinationUrl: 'https://example.com/both',
      slug: 'both',
      targeting: { country: { DE: 'https://example.de/' }, os: { ios: 'https://example.com/ios' } },
    });
    const editor = await edit(owner, id);
    const country = { DE: 'https://example.de/changed-meanwhile' };
    await api.patch(`/api/links/${id}`, { data: { targeting: { country, os: { ios: 'https://example.com/ios' } } } });
    await editor.getByLabel('Destination of the rule').nth(1).fill('https://example.com/new-ios');
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(editor).toBeHidden();
    expect((await recordOf(api, id))['targeting']).toEqual({ country, os: { ios: 'https://example.com/new-ios' } });
  });

  test('an emptied short address is not reported as saved', async ({ owner, api }) => {
    const { id } = await makeLink(api, { destinationUrl: 'https://example.com/kept', slug: 'kept-address' });
    const editor = await edit(owner, id);
    const slug = editor.getByLabel('Short address');
    await slug.fill('');
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(slug).toBeFocused();
    await expect(slug).toHaveAccessibleDescription('Enter a short address.');
    await slug.fill('kept-address');
    await editor.getByText('Responsibility and notes').click();
    await expect(editor.getByLabel('Review on')).toHaveAccessibleDescription('In your time zone, UTC.');
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(editor).toBeHidden();
  });
});
