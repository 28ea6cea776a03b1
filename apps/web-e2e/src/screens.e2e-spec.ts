import type { Locator, Page } from '@playwright/test';
import { COUNTED_MS, expect, expectAccessibleInBothThemes, listen, makeLink, test } from './support/fixtures.js';
import { pressEnter } from './support/keyboard.js';

/** How far the page scrolls sideways, in pixels. */
function tooWide(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Nothing of these slugs is cut off in the list of links. */
async function expectWholeSlugs(page: Page, slugs: readonly string[]): Promise<void> {
  for (const slug of slugs) {
    const shown = page.getByRole('link', { name: slug }).locator('.slug');
    await expect(shown).toBeVisible();
    const cut = await shown.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(cut, slug).toBeLessThanOrEqual(0);
    const link = await page.getByRole('link', { name: slug }).boundingBox();
    const box = await shown.boundingBox();
    expect(box!.x + box!.width).toBeLessThanOrEqual(link!.x + link!.width + 1);
  }
}

test.describe('screens', () => {
  test('overview: numbers, chart as a table, own range, comparison', async ({ owner, api }) => {
    for (let i = 0; i < 5; i++) await makeLink(api, { destinationUrl: `https://example.com/o${String(i)}` });
    await owner.goto('/');
    await expect(owner.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible();
    await expect(owner.getByText('Unique visitors')).toBeVisible();
    await owner.getByRole('button', { name: 'Show as table' }).click();
    await expect(owner.getByRole('columnheader', { name: 'Time (UTC)' })).toBeVisible();
    await expect(owner.getByRole('rowheader', { name: 'Still in progress' })).toHaveCount(1);
    await owner.getByRole('button', { name: 'Last 7 days' }).click();
    await owner.getByText('Previous period', { exact: true }).click();
    await expect(owner).toHaveURL(/compare=previous/);
    await owner.getByRole('button', { name: 'Last 24 hours' }).click();
    await expect(owner).toHaveURL(/period=24h/);
    await expect(owner.getByText('the 24 hours before').first()).toBeVisible();
    await expect(owner.getByText('New numbers: Last 24 hours, compared with the 24 hours before')).toBeAttached();
    for (const name of ['Devices, Browsers, and Systems', 'Outcomes and Bots']) {
      await expect(owner.getByRole('heading', { name })).toBeAttached();
      await expect(owner.getByRole('group', { name })).toBeVisible();
    }
  });

  test('the chart becomes narrower with the window, and what it says on a point stays inside', async ({
    owner,
    api,
  }) => {
    for (let i = 0; i < 5; i++) await makeLink(api, { destinationUrl: `https://example.com/narrow${String(i)}` });
    await owner.setViewportSize({ width: 1024, height: 900 });
    await owner.goto('/?period=30d');
    const drawing = owner.locator('sp-time-chart canvas');
    await expect(drawing).toBeVisible();
    for (const width of [768, 400]) {
      await owner.setViewportSize({ width, height: 900 });
      await expect.poll(() => tooWide(owner), `a page of ${String(width)} px`).toBe(0);
      for (const part of [0.5, 0.95]) {
        const box = await drawing.boundingBox();
        await owner.mouse.move(box!.x + box!.width * part, box!.y + box!.height / 2);
        await expect(owner.locator('.sp-chart-tip')).toContainText('clicks');
        expect(await tooWide(owner), `the tip at ${String(part)} of ${String(width)} px`).toBe(0);
      }
    }
    const tip = owner.locator('.sp-chart-tip');
    const chart = (await drawing.boundingBox())!;
    // From outside, where there is no tip: the one of the place before would be measured.
    await owner.mouse.move(0, 0);
    await expect(tip).toBeHidden();
    await owner.mouse.move(chart.x + chart.width / 2, chart.y + chart.height * 0.8);
    const still = (): Promise<boolean> =>
      tip.evaluate((tip) => tip.getAnimations().length === 0 && getComputedStyle(tip).visibility === 'visible');
    await expect.poll(still, 'the tip stands').toBe(true);
    const box = (await tip.boundingBox())!;
    await owner.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 });
    await owner.waitForTimeout(400);
    expect(await tip.boundingBox(), 'the pointer on the tip').toEqual(box);
    await owner.keyboard.press('Escape');
    await expect(tip).toBeHidden();
  });

  test('a chart that was drawn on a dark screen has a dark line on paper, which is light', async ({ owner, api }) => {
    for (let i = 0; i < 5; i++) await makeLink(api, { destinationUrl: `https://example.com/paper${String(i)}` });
    /** How many points of the drawing have a colour, about. */
    const points = (...colour: number[]): Promise<number> =>
      owner.locator('sp-time-chart canvas').evaluate((canvas: HTMLCanvasElement, colour) => {
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        const isMeant = (at: number): boolean =>
          data[at + 3] === 255 && colour.every((part, i) => Math.abs(data[at + i]! - part) < 6);
        return Array.from({ length: data.length / 4 }, (_, i) => 4 * i).filter(isMeant).length;
      }, colour);
    await owner.emulateMedia({ colorScheme: 'dark' });
    await owner.goto('/');
    await expect.poll(() => points(0xee, 0xf1, 0xf4), 'light points on the screen').toBeGreaterThan(50);
    await owner.emulateMedia({ media: 'print' });
    await expect.poll(() => points(0x14, 0x18, 0x1f), 'dark points on paper').toBeGreaterThan(50);
    // Drawn for the width of paper and fitted into it: as wide as the screen, its right end would be cut off.
    const drawn = await owner
      .locator('sp-time-chart canvas')
      .evaluate((canvas: HTMLCanvasElement) => [
        canvas.width / devicePixelRatio,
        canvas.clientWidth - (canvas.closest('sp-time-chart')?.clientWidth ?? 0),
      ]);
    expect(drawn).toEqual([700, 0]);
    await owner.emulateMedia({ media: 'screen' });
    await expect.poll(() => points(0xee, 0xf1, 0xf4), 'light points on the screen again').toBeGreaterThan(50);
  });

  test('a press on a bar narrows a report down to the link; shared, it is seen without an account until it is taken back', async ({
    owner,
    api,
    browser,
    instance,
  }) => {
    const link = await makeLink(api, { destinationUrl: 'https://example.com/pressed', slug: 'pressed' });
    const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
    for (const host of ['pressed.example', 'pressed.example', 'beside.example']) {
      const headers = { 'user-agent': agent, referer: `https://${host}/` };
      await fetch(link.shortUrl, { headers, redirect: 'manual' });
    }
    const bar = owner.getByRole('button', { name: 'pressed.example', exact: true });
    await expect(async () => {
      await owner.goto('/');
      await expect(bar).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: COUNTED_MS });
    await bar.scrollIntoViewIfNeeded();
    const scrolled = await owner.evaluate(() => window.scrollY);
    expect(scrolled).toBeGreaterThan(0);
    await bar.press('Enter');
    await expect(owner).toHaveURL(/[?]referrer=pressed.example$/);
    await expect(owner.getByRole('list', { name: 'Filters' })).toBeAttached();
    await expect(bar, 'the page stays where it was').toBeInViewport();
    await expect(bar).toBeFocused();
    await expect(bar).toHaveAttribute('aria-pressed', 'true');
    await expect(owner.getByRole('link', { name: 'CSV' })).toHaveAttribute('href', /referrer=pressed.example/);
    await owner.locator('app-top-links').getByRole('link', { name: 'pressed' }).click();
    await expect(owner).toHaveURL(new RegExp(`/links/${link.id}[?]referrer=pressed.example$`));
    const clicks = owner.locator('sp-stat', { hasText: 'Clicks' }).first().locator('.value');
    await expect(clicks).toHaveText('2');
    await expect(owner.getByRole('list', { name: 'Filters' })).toHaveText('Referrer: pressed.example');
    await owner.keyboard.press('Escape');
    await expect(clicks).toHaveText('3');
    await expect(owner).toHaveURL(new RegExp(`/links/${link.id}$`));

    await owner.getByRole('button', { name: 'Share' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Share this report' });
    await dialog.getByLabel('Title').fill('For the printer');
    await dialog.getByRole('button', { name: 'Get share link' }).click();
    const url = await dialog.locator('code').innerText();
    const context = await browser.newContext({ baseURL: instance.url });
    const stranger = await context.newPage();
    const complaints = listen(stranger);
    await stranger.goto(url);
    await expect(stranger.getByRole('heading', { name: 'For the printer' })).toBeVisible();
    await expect(stranger.locator('sp-stat .value').first()).toHaveText('3');
    await expectAccessibleInBothThemes(stranger);
    await stranger.emulateMedia({ media: 'print' });
    const page = stranger.locator('main');
    await expect(page, 'in a grid its end lies over cards that a page break moves').toHaveCSS('display', 'block');
    await stranger.emulateMedia({ media: 'screen' });
    await dialog.getByRole('button', { name: /^Revoke/ }).click();
    await expect(dialog.getByText('This report is not shared with anyone.')).toBeVisible();
    await stranger.reload();
    await expect(stranger.getByRole('heading', { name: 'Report not found' }).first()).toBeVisible();
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('paper has the days of a report and nothing to press', async ({ owner, api }) => {
    const link = await makeLink(api, { destinationUrl: 'https://example.com/paper', slug: 'paper' });
    for (const path of ['/', `/links/${link.id}?period=30d`]) {
      await owner.goto(path);
      await expect(owner.locator('app-report .card').last()).toBeVisible();
      await expect(owner.locator('app-report .days')).toBeHidden();
      await owner.emulateMedia({ media: 'print' });
      await expect(owner.locator('app-report .days')).toHaveText(/20\d\d to .*20\d\d/);
      await expect(owner.locator('app-report .days')).toBeVisible();
      // On paper a bar is a bar.
      const controls = 'button:not(sp-bar-list button), a[spButton], .back, sp-tab-nav';
      const pressed = owner.locator('main').locator(controls).filter({ visible: true });
      // What the period is stands in the button that changes it.
      expect(await pressed.allInnerTexts(), path).toEqual([expect.stringContaining('Last')]);
      await owner.emulateMedia({ media: 'screen' });
    }
    // A choice is a word on paper, and what nobody has searched for is nothing.
    await owner.goto('/activity');
    const { group, type } = { group: owner.locator('sp-segmented label'), type: owner.getByLabel('Event type') };
    await expect(group).toHaveCount(5);
    await owner.emulateMedia({ media: 'print' });
    await expect(group.filter({ visible: true })).toHaveText(['All areas']);
    await expect(type).toHaveCSS('border-top-width', '0px');
    await expect(owner.locator('main button').filter({ visible: true })).toHaveCount(0);
    await owner.emulateMedia({ media: 'screen' });
  });

  test('what is printed under a dialog is the dialog, whole, and under a menu the page', async ({ owner, api }) => {
    const { id } = await makeLink(api, { destinationUrl: 'https://example.com/printed', slug: 'printed' });
    const onPaper = async (seen: Locator, ...hidden: Locator[]): Promise<void> => {
      await owner.emulateMedia({ media: 'print' });
      await expect(seen).toBeVisible();
      for (const part of hidden) await expect(part).toBeHidden();
      await owner.emulateMedia({ media: 'screen' });
    };
    await owner.setViewportSize({ width: 1280, height: 400 });
    await owner.goto(`/links/${id}`);
    const address = owner.getByRole('heading', { level: 1 });
    await owner.getByRole('button', { name: 'Actions for printed' }).click();
    const item = owner.getByRole('menuitem', { name: 'Duplicate' });
    await expect(item).toBeVisible();
    await onPaper(address, item);
    await owner.keyboard.press('Escape');
    await owner.getByRole('button', { name: 'Edit', exact: true }).click();
    const panel = owner.getByRole('dialog', { name: 'Edit link' });
    const save = panel.getByRole('button', { name: 'Save' });
    await expect(save).toBeVisible();
    const last = panel.getByText('Responsibility and notes');
    await onPaper(last, save, address, owner.locator('.cdk-overlay-backdrop'));
    // Nothing is cut off at the height of the window.
    await owner.emulateMedia({ media: 'print' });
    const content = panel.locator('.body');
    await expect(content).toHaveCSS('overflow-y', 'visible');
    expect(await content.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThan(2);
  });

  test('a tablet shows the whole slug of every link', async ({ owner, api }) => {
    for (const slug of ['summer-sale', 'handbook-2027', 'y'.repeat(64)])
      await makeLink(api, { destinationUrl: `https://example.com/${slug}`, slug, title: slug, maximumVisits: 100 });
    await owner.setViewportSize({ width: 768, height: 900 });
    await owner.goto('/links');
    await expectWholeSlugs(owner, ['summer-sale', 'handbook-2027']);
    // The longest is cut, and nothing is pushed out of the table.
    expect(await tooWide(owner)).toBe(0);
  });

  test('large text shows the whole slug of every link', async ({ owner, api }) => {
    for (const slug of ['winter-sale', 'handbook-2028'])
      await makeLink(api, {
        destinationUrl: `https://example.com/${slug}`,
        slug,
        title: slug,
        tags: ['print', 'shop'],
      });
    for (const width of [1280, 1440]) {
      await owner.setViewportSize({ width, height: 900 });
      await owner.goto('/links');
      for (const size of ['150%', '200%']) {
        // As a style sheet of the reader's does it: the browser's own setting moves the breakpoints of the page too.
        await owner.evaluate((size) => (document.documentElement.style.fontSize = size), size);
        await expectWholeSlugs(owner, ['winter-sale', 'handbook-2028']);
        expect(await tooWide(owner), `${size} at ${String(width)} px`).toBe(0);
      }
    }
  });

  test('what is read from right to left is, wherever it stands', async ({ owner, api }) => {
    const title = 'מבצע אביב: 50% הנחה!';
    const tag = 'עברית!';
    const made = await api.post('/api/campaigns', { data: { name: 'קמפיין (1)', utmCampaign: 'rtl' } });
    const campaign = (await made.json()) as { id: string; name: string };
    const link = {
      destinationUrl: 'https://example.com/spring',
      title,
      notes: title,
      tags: [tag],
      campaignId: campaign.id,
    };
    const { id } = await makeLink(api, link);
    for (const [width, path, ...texts] of [
      [1280, '/links', title, tag, campaign.name],
      [400, '/links', title, tag],
      [1280, '/tags', tag],
      [1280, `/campaigns/${campaign.id}`, campaign.name],
      [1280, `/links/${id}/details`, title, tag, campaign.name],
      [1280, `/links/${id}/history`, title],
    ] as const) {
      await owner.setViewportSize({ width, height: 900 });
      await owner.goto(path);
      for (const text of texts)
        await expect(owner.locator('[dir=auto]', { hasText: text }).first()).toHaveCSS('direction', 'rtl');
    }
    await owner.getByRole('button', { name: 'Edit', exact: true }).click();
    const editor = owner.getByRole('dialog', { name: 'Edit link' });
    for (const name of ['Title', 'Notes']) await expect(editor.getByLabel(name)).toHaveCSS('direction', 'rtl');
  });

  test('a campaign is made, filled with a matrix of links, and reported', async ({ owner, api }) => {
    await makeLink(api, { destinationUrl: 'https://example.com/taken', slug: 'sale-taken' });
    await owner.goto('/campaigns');
    await owner.getByRole('button', { name: 'Create campaign' }).first().click();
    const dialog = owner.getByRole('dialog', { name: 'Create campaign' });
    await dialog.getByLabel('Name').fill('Spring Sale');
    await expect(dialog.getByLabel('utm_campaign')).toHaveValue('spring-sale');
    await dialog.getByLabel('utm_campaign').fill('');
    await dialog.getByRole('button', { name: 'Create campaign' }).click();
    await expect(dialog.getByLabel('utm_campaign')).toBeFocused();
    await dialog.getByLabel('utm_campaign').fill('spring-sale');
    await dialog.getByRole('button', { name: 'Create campaign' }).click();
    await expect(owner.getByRole('heading', { name: 'Spring Sale' })).toBeVisible();

    // At the head and, while the campaign has no links, as the next step.
    await expect(owner.getByRole('button', { name: 'Create several links' })).toHaveCount(2);
    await owner.getByRole('button', { name: 'Create several links' }).last().click();
    const batch = owner.getByRole('dialog', { name: 'Links for Spring Sale' });
    await batch.getByLabel('Destination for all links').fill('https://example.com/sale');
    await expect(
      batch.getByText('https://example.com/sale?utm_source=newsletter&utm_campaign=spring-sale'),
    ).toBeVisible();
    const slug = batch.getByRole('textbox', { name: 'Short address' }).first();
    await slug.fill('sale-taken');
    const source = batch.getByRole('textbox', { name: 'utm_source' }).nth(1);
    await source.fill('');
    await batch.getByRole('button', { name: 'Create 2 links' }).click();
    await expect(batch.getByRole('alert')).toHaveText('2 rows have invalid values. Nothing was created.');
    await expect(batch.locator('[aria-invalid=true]')).toHaveCount(2);
    await expect(slug).toBeFocused();
    await expect(slug).toHaveAccessibleDescription('Short address: This address is already taken.');
    await slug.fill('sale-free');
    await expect(batch.getByRole('alert')).toHaveText('1 row has an invalid value. Nothing was created.');
    await expect(source).toHaveAttribute('aria-invalid', 'true');
    await source.fill('linkedin');
    // The keyboard's place stays in the rows when one comes or goes.
    await pressEnter(batch.getByRole('button', { name: 'facebook' }));
    await expect(batch.getByRole('textbox', { name: 'utm_source, row 3' })).toBeFocused();
    await pressEnter(batch.getByRole('button', { name: 'Remove row 3' }));
    await expect(source).toBeFocused();
    await pressEnter(batch.getByRole('button', { name: 'Create 2 links' }));
    await expect(batch.getByRole('status').filter({ hasText: '2 links are ready.' })).toBeVisible();
    await expect(batch).toBeFocused();
    await batch.getByRole('button', { name: 'Close' }).last().click();
    await expect(owner.getByRole('link', { name: '2 links' })).toBeVisible();
    // By its words, which the closing dialog may still cover; the radio itself is out of sight.
    await owner.getByText('Current links', { exact: true }).click();
    await expect(owner).toHaveURL(/attribution=current/);

    await owner.getByRole('button', { name: 'More actions for this campaign' }).click();
    await owner.getByRole('menuitem', { name: 'Edit campaign' }).click();
    const editor = owner.getByRole('dialog', { name: 'Edit campaign' });
    await editor.getByLabel('utm_medium').fill('social');
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(owner.getByText('Campaign Spring Sale saved.')).toBeVisible();

    // Back from what is deleted leads past it.
    await owner.getByRole('link', { name: 'Tags' }).click();
    await expect(owner.getByRole('heading', { name: 'Tags', exact: true })).toBeVisible();
    await owner.getByRole('link', { name: 'Campaigns' }).click();
    await owner.getByRole('link', { name: /Spring Sale/ }).click();
    await owner.getByRole('button', { name: 'More actions for this campaign' }).click();
    await owner.getByRole('menuitem', { name: 'Delete' }).click();
    await owner.getByRole('button', { name: 'Delete campaign' }).click();
    await expect(owner.getByText('Spring Sale deleted')).toBeVisible();
    await expect(owner).toHaveURL(/\/campaigns$/);
    await owner.goBack();
    await expect(owner.getByRole('heading', { name: 'Campaigns', exact: true })).toBeVisible();
    await owner.goBack();
    await expect(owner).toHaveURL(/\/tags$/);
  });

  test('tags: add, rename with undo, merge after asking, delete', async ({ owner, api }) => {
    await makeLink(api, { destinationUrl: 'https://example.com/t', slug: 'tagged', tags: ['colour', 'hue'] });
    await owner.goto('/tags');
    await owner.getByLabel('Name of a new tag').fill('fresh');
    await owner.getByRole('button', { name: 'Add tag' }).click();
    await expect(owner.getByRole('link', { name: 'fresh', exact: true })).toBeVisible();
    await owner.getByRole('button', { name: 'Rename hue' }).click();
    await owner.getByRole('textbox', { name: 'Rename hue' }).fill('colour');
    await owner.keyboard.press('Enter');
    const question = owner.getByRole('dialog', { name: 'Merge hue into colour?' });
    await question.getByRole('button', { name: 'Merge' }).click();
    await expect(owner.getByText('hue merged into colour.')).toBeVisible();
    await expect(owner.getByRole('link', { name: 'hue' })).toBeHidden();
    const { items } = (await (await api.get('/api/links?q=tagged')).json()) as { items: { tags: string[] }[] };
    expect(items[0]?.tags).toEqual(['colour']);
    await owner.getByRole('button', { name: 'Delete fresh', exact: true }).click();
    await expect(owner.getByRole('link', { name: 'fresh', exact: true })).toBeHidden();
    await owner.getByRole('button', { name: 'Undo' }).click();
    await expect(owner.getByRole('link', { name: 'fresh', exact: true })).toBeVisible();
  });

  test('a file is imported; a bad row is fixed in place', async ({ owner }) => {
    await owner.goto('/links/import');
    await owner.getByLabel(/Drop a file of links/).setInputFiles({
      name: 'links.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'destination_url,slug,colour\nhttps://example.com/1,import-1,red\njavascript:alert(1),import-2,blue\n',
      ),
    });
    await expect(owner.getByText('Unknown columns, not imported: colour')).toBeVisible();
    const bad = owner.getByRole('textbox', { name: 'destination_url, Row 2' });
    await expect(bad).toHaveAttribute('aria-invalid', 'true');
    // A row grows with what is wrong in it: its number stays beside its first line.
    await expect(owner.getByRole('rowheader', { name: '2' })).toHaveCSS('vertical-align', 'top');
    await bad.fill('https://example.com/2');
    await bad.press('Tab');
    await owner.getByRole('button', { name: 'Create 2 links' }).click();
    await expect(owner.locator('.summary').getByText('2 created')).toBeVisible();
    await owner.getByRole('link', { name: 'Show the links' }).click();
    await expect(owner.getByRole('heading', { name: 'Links', level: 1, exact: true })).toBeVisible();
    await expect(owner.getByRole('link', { name: /\/ import-2$/ })).toBeVisible();
  });

  test('a file of another product is imported once its columns are known', async ({ owner, api }) => {
    await owner.goto('/links/import');
    await owner.getByLabel(/Drop a file of links/).setInputFiles({
      name: 'export.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Short URL,Target,Labels\nsho.rt/moved,https://example.com/moved,"one, two"\n'),
    });
    await expect(owner.getByRole('heading', { name: 'What do the columns hold?' })).toBeFocused();
    await expect(owner.getByRole('combobox', { name: 'Target' })).toHaveValue('destination_url');
    await expect(owner.getByRole('combobox', { name: 'Short URL' })).toHaveValue('short_address');
    await owner.getByRole('button', { name: 'Continue' }).click();
    await owner.getByRole('button', { name: 'Create 1 link' }).click();
    await expect(owner.locator('.summary').getByText('1 created')).toBeVisible();
    const { items } = await (await api.get('/api/links?q=moved')).json();
    expect(items).toMatchObject([{ slug: 'moved', destinationUrl: 'https://example.com/moved', tags: ['one', 'two'] }]);
  });

  test('everything by keyboard: palette, shortcuts, skip link, menu', async ({ owner, api }) => {
    await makeLink(api, { destinationUrl: 'https://example.com/k', slug: 'keyboard-only' });
    await owner.goto('/');
    await expect(owner.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible();
    await owner.keyboard.press('Tab');
    await expect(owner.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await owner.keyboard.press('Enter');
    await expect(owner.locator('main')).toBeFocused();
    await owner.keyboard.press('g');
    await owner.keyboard.press('t');
    await expect(owner.getByRole('heading', { name: 'Tags', exact: true })).toBeFocused();
    await owner.keyboard.press('Control+k');
    await owner.getByRole('combobox').fill('keyboard-only');
    await expect(owner.getByRole('option', { name: /keyboard-only/ })).toHaveAttribute('aria-selected', 'true');
    await owner.keyboard.press('Enter');
    await expect(owner).toHaveURL(/\/links\/[0-9a-f-]{36}/);
    await owner.keyboard.press('?');
    await expect(owner.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await owner.keyboard.press('Escape');
    await expect(owner.getByRole('dialog')).toBeHidden();
  });

  test('the palette invites people from wherever somebody is, and leads to where they stand then', async ({
    owner,
  }) => {
    await owner.goto('/links');
    await expect(owner.getByRole('heading', { level: 1, name: 'Links' })).toBeVisible();
    await owner.keyboard.press('Control+k');
    await owner.keyboard.type('invite');
    // Behind it may stand people whom other tests have invited.
    const command = owner.getByRole('option').first();
    await expect(command).toHaveText('Invite people');
    await expect(command).toHaveAttribute('aria-selected', 'true');
    await owner.keyboard.press('Enter');
    await expect(owner.getByRole('dialog', { name: 'Invite people' })).toBeVisible();
    await owner.keyboard.type('by.palette@example.com');
    await owner.getByRole('button', { name: 'Create invitations' }).click();
    await expect(owner).toHaveURL(/\/members$/);
    await expect(owner.locator('app-invitation-table')).toContainText('by.palette@example.com');
  });

  test('the palette says that there is nothing only when it knows', async ({ owner }) => {
    await owner.goto('/');
    await expect(owner.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible();
    let answer = (): void => undefined;
    const wanted = new Promise<void>((resolve) => (answer = resolve));
    await owner.route('**/api/links?**q=nowhere**', async (route) => {
      await wanted;
      await route.continue();
    });
    await owner.route('**/api/links?**q=broken**', (route) => route.abort());
    await owner.keyboard.press('Control+k');
    await owner.getByRole('combobox').fill('nowhere');
    await expect(owner.getByRole('dialog').getByRole('status')).toHaveText('Searching …');
    answer();
    await expect(owner.getByRole('dialog').getByRole('status')).toHaveText('Nothing found');
    await owner.getByRole('combobox').fill('broken');
    await expect(owner.getByRole('dialog').getByRole('status')).toHaveText('This did not load');
  });

  test('Enter in the palette opens a link of the words that stand there, also before the answer', async ({
    owner,
    api,
  }) => {
    await makeLink(api, { destinationUrl: 'https://example.com/one', slug: 'typed-before' });
    const { id } = await makeLink(api, { destinationUrl: 'https://example.com/two', slug: 'meant-now' });
    let answer = (): void => undefined;
    const wanted = new Promise<void>((resolve) => (answer = resolve));
    await owner.route('**/api/links?**q=meant-now**', async (route) => {
      await wanted;
      await route.continue();
    });
    await owner.goto('/');
    await expect(owner.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible();
    await owner.keyboard.press('Control+k');
    await owner.getByRole('combobox').fill('typed-before');
    await expect(owner.getByRole('option', { name: /typed-before/ })).toBeVisible();
    await owner.getByRole('combobox').fill('meant-now');
    await owner.keyboard.press('Enter');
    await expect(owner.getByRole('dialog').getByRole('status')).toHaveText('Searching …');
    answer();
    await expect(owner).toHaveURL(new RegExp(`/links/${id}$`));
  });

  test('German, dark and a phone of 360 px: nothing sticks out', async ({ owner, api }) => {
    const { id } = await makeLink(api, {
      destinationUrl: `https://example.com/${'long/'.repeat(380)}`,
      slug: 'x'.repeat(64),
      title: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'.repeat(3),
    });
    await owner.setViewportSize({ width: 360, height: 740 });
    await owner.emulateMedia({ colorScheme: 'dark' });
    await owner.goto('/');
    await owner.getByRole('button', { name: 'More', exact: true }).click();
    await owner.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await expect(owner.getByRole('heading', { name: 'Übersicht' })).toBeVisible();
    for (const path of [
      '/',
      '/links',
      `/links/${id}`,
      `/links/${id}/details`,
      '/campaigns',
      '/tags',
      '/links/import',
      '/links/trash',
    ]) {
      await owner.goto(path);
      await expect(owner.locator('main h1').first()).toBeAttached();
      await owner.waitForLoadState('networkidle');
      expect(await tooWide(owner), `${path} is wider than the screen`).toBeLessThanOrEqual(0);
    }
    await owner.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    expect(await tooWide(owner), 'right to left').toBeLessThanOrEqual(0);
  });
});
