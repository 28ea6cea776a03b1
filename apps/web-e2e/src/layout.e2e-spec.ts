import type { Locator, Page } from '@playwright/test';
import { expect, makeLink, test } from './support/fixtures.js';

/** Where a part of the page stands, in whole pixels. */
async function boxOf(part: Locator): Promise<{ x: number; y: number; right: number; bottom: number }> {
  await expect(part).toBeVisible();
  const { x, y, width, height } = (await part.boundingBox())!;
  return {
    x: Math.round(x),
    y: Math.round(y),
    right: Math.round(x + width),
    bottom: Math.round(y + height),
  };
}

const german = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    localStorage.setItem('signpost.language', 'de');
  });

test.describe('what stands where', () => {
  test('the columns of links stay where they are, whatever stands in them', async ({ owner, api }) => {
    const tags = ['a-tag-of-many-letters', 'another-of-many-letters', 'third'];
    await makeLink(api, { destinationUrl: 'https://example.com/stay', slug: 'stay-plain' });
    await makeLink(api, { destinationUrl: 'https://example.com/stay', slug: 'stay-full', tags, maximumVisits: 50_000 });
    for (const [width, columns] of [
      [1440, ['Status', 'Tags', 'Clicks', 'Created']],
      [768, ['Status', 'Clicks']],
    ] as const) {
      await owner.setViewportSize({ width, height: 900 });
      const places: number[][] = [];
      for (const slug of ['stay-plain', 'stay-full']) {
        await owner.goto(`/links?q=${slug}`);
        await expect(owner.getByRole('row')).toHaveCount(2);
        const heads = columns.map((name) => owner.getByRole('columnheader', { name }));
        places.push(await Promise.all(heads.map(async (head) => (await boxOf(head)).x)));
        const cells = owner.locator('tbody tr :is(td, th)');
        for (const cell of await cells.all())
          expect(await cell.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
      }
      expect(places[1], `${String(width)} px`).toEqual(places[0]);
    }
  });

  test('between phone and desk the sidebar gives its room to the page until somebody wants it', async ({ owner }) => {
    await owner.setViewportSize({ width: 768, height: 900 });
    await owner.goto('/links');
    const sidebar = owner.locator('aside');
    expect((await boxOf(sidebar)).right).toBe(60);
    const bar = owner.locator('app-link-filters .bar');
    const tools = await Promise.all(
      ['Filter', 'Views'].map((name) => boxOf(bar.getByRole('button', { name, exact: true }))),
    );
    expect(tools[0]!.y).toBe(tools[1]!.y);
    await owner.getByRole('button', { name: 'Expand the sidebar' }).click();
    expect((await boxOf(sidebar)).right).toBe(232);
    await owner.reload();
    expect((await boxOf(sidebar)).right).toBe(232);
  });

  test('German tabs of a link fit a phone; a row that is too long for one fades where it goes on', async ({
    owner,
    api,
  }) => {
    const { id } = await makeLink(api, { destinationUrl: 'https://example.com/tabs' });
    await german(owner);
    await owner.setViewportSize({ width: 360, height: 740 });
    await owner.goto(`/links/${id}`);
    const row = owner.getByRole('navigation', { name: 'Teile des Links' });
    expect((await boxOf(row.getByRole('link').last())).right).toBeLessThanOrEqual((await boxOf(row)).right);
    await expect(row).toHaveCSS('mask-image', 'none');
    await owner.setViewportSize({ width: 280, height: 740 });
    await expect(row).toHaveClass('more-right');
    await row.evaluate((nav) => (nav.scrollLeft = 20));
    await expect(row).toContainClass('more-left more-right');
    await row.evaluate((nav) => (nav.scrollLeft = 999));
    await expect(row).toHaveClass('more-left');
    await owner.emulateMedia({ forcedColors: 'active' });
    await expect(row).not.toHaveCSS('mask-image', 'none');
  });

  test('in German on a phone a message keeps the word of its button whole, and what leaves a report stays together', async ({
    owner,
    api,
  }) => {
    const { id } = await makeLink(api, { destinationUrl: 'https://example.com/whole', slug: 'whole' });
    await german(owner);
    await owner.setViewportSize({ width: 360, height: 740 });
    await owner.goto(`/links/${id}`);
    const share = await boxOf(owner.getByRole('button', { name: 'Teilen' }));
    const csv = await boxOf(owner.getByRole('link', { name: 'CSV' }));
    expect([csv.y, csv.right]).toEqual([share.y, 344]);
    expect(csv.x).toBeGreaterThan(share.right);
    await owner.goto('/links?q=whole');
    await owner.getByRole('button', { name: 'Aktionen für whole' }).click();
    await owner.getByRole('menuitem', { name: 'Pausieren' }).click();
    const undo = owner.locator('sp-toasts').getByText('Rückgängig', { exact: true });
    await expect(undo).toBeVisible();
    const lines = await undo.evaluate((label) => {
      const words = document.createRange();
      words.selectNode([...label.childNodes].find(({ nodeName }) => nodeName === '#text')!);
      return words.getClientRects().length;
    });
    expect(lines).toBe(1);
  });

  test('at 320 px, as when a desk is enlarged four times, long tags and a long host stay on the page', async ({
    owner,
    api,
  }) => {
    const tooWide = (): Promise<number> =>
      owner.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    const tags = ['W', 'M', 'Q'].map((letter) => letter.repeat(40));
    await makeLink(api, { destinationUrl: 'https://example.com/wide', slug: 'wide', tags });
    await owner.setViewportSize({ width: 320, height: 740 });
    await owner.goto('/links?q=wide');
    const card = owner.getByRole('listitem').filter({ has: owner.getByRole('link', { name: 'wide' }) });
    const last = card.getByRole('button', { name: /^\+1: / });
    expect((await boxOf(last)).right).toBeLessThanOrEqual((await boxOf(card)).right);
    expect(await tooWide(), 'the list of links').toBe(0);

    await owner.goto('/settings');
    const host = owner.locator('#path sp-address-box > span').first();
    await expect(host).toBeVisible();
    // The address of an instance can be longer than that of this one.
    await host.evaluate((span) => (span.textContent = 'blumen-und-gestecke.links.example.com:8443/'));
    expect(await tooWide(), 'the path of short addresses').toBe(0);
    expect(await host.evaluate((span) => span.scrollWidth - span.clientWidth), 'of the host cut off').toBe(0);

    const presets = { items: [{ name: 'W'.repeat(60), source: 'w' }] };
    expect((await api.put('/api/workspaces/utm-presets', { data: presets })).ok()).toBe(true);
    const made = await api.post('/api/campaigns', { data: { name: 'Wide', utmCampaign: 'wide' } });
    const campaign = (await made.json()) as { id: string };
    const inDialog = (): Promise<number> =>
      owner.locator('sp-dialog .body').evaluate((body) => body.scrollWidth - body.clientWidth);
    await owner.goto('/links?q=wide');
    await owner.getByRole('button', { name: 'Create link' }).first().click();
    await owner.getByText('UTM values and presets').click();
    await expect(owner.getByRole('button', { name: 'W'.repeat(60), exact: true })).toBeVisible();
    expect(await inDialog(), 'a preset of one long word in the editor').toBe(0);
    await owner.goto(`/campaigns/${campaign.id}`);
    await owner.getByRole('button', { name: 'Create several links' }).first().click();
    await expect(owner.getByRole('button', { name: 'W'.repeat(60), exact: true })).toBeVisible();
    expect(await inDialog(), 'the same beside the rows of a campaign').toBe(0);
    expect((await api.put('/api/workspaces/utm-presets', { data: { items: [] } })).ok()).toBe(true);

    const { id } = await makeLink(api, { destinationUrl: 'https://example.com/extra', slug: 'extra-address' });
    await owner.goto(`/links/${id}/addresses`);
    const before = owner.locator('app-link-addresses sp-address-box > span').first();
    await expect(before).toBeVisible();
    expect(await before.evaluate((span) => span.scrollWidth - span.clientWidth), 'of an extra address').toBe(0);
    expect(await tooWide(), 'the addresses of a link').toBe(0);
  });

  test('in a window as low as a desk enlarged four times the buttons of a dialog and a field of the conditions are in it', async ({
    owner,
    api,
  }) => {
    for (let n = 0; n < 9; n++) {
      const share = { subject: { type: 'workspace' }, title: `Low ${String(n)}`, expiresAt: Date.now() + 86_400_000 };
      expect((await api.post('/api/reports/shares', { data: share })).ok()).toBe(true);
    }
    for (const [width, height, path, opener, last] of [
      [1280, 720, '/', 'Share', 'Get share link'],
      [320, 256, '/', 'Share', 'Get share link'],
      [320, 256, '/campaigns', 'Create campaign', 'Create campaign'],
      [320, 256, '/members', 'Invite people', 'Create invitations'],
    ] as const) {
      await owner.setViewportSize({ width, height });
      await owner.goto(path);
      await owner.getByRole('button', { name: opener }).first().click();
      const button = owner.getByRole('dialog').getByRole('button', { name: last });
      await expect(button, `${path} at ${String(width)} × ${String(height)}`).toBeInViewport({ ratio: 1 });
    }
    await owner.goto('/links');
    await owner.getByRole('button', { name: 'Filter', exact: true }).click();
    const field = owner.getByRole('dialog', { name: 'Filter' }).getByLabel('Status');
    await expect(field).toBeInViewport({ ratio: 1 });
  });

  test('numbers of any length are whole, in the lists of links and campaigns, at every width', async ({
    owner,
    api,
  }) => {
    await makeLink(api, { destinationUrl: 'https://example.com/billions', slug: 'billions', maximumVisits: 5 });
    await api.post('/api/campaigns', { data: { name: 'Billions', utmCampaign: 'billions' } });
    const counts = /^(clicks|clickCount|linkCount|lifetimeClicks|usedVisits|maximumVisits)$/;
    await owner.route(/\/api\/(links|campaigns|reports\/recent-clicks)\b/, async (route) => {
      const answer = await route.fetch();
      const grow = (key: string, value: unknown): unknown =>
        counts.test(key) && typeof value === 'number' ? 9_876_543_210 : value;
      await route.fulfill({ response: answer, body: JSON.stringify(JSON.parse(await answer.text(), grow)) });
    });
    const paths = ['/links?q=billions', '/campaigns'];
    for (const [width, path] of [1280, 800, 360, 320].flatMap((w) => paths.map((p) => [w, p] as const))) {
      await owner.setViewportSize({ width, height: 800 });
      await owner.goto(path);
      await expect(
        owner
          .getByText(/^9,876,543,210/)
          .filter({ visible: true })
          .first(),
      ).toBeVisible();
      const cut = await owner.getByText(/9,876,543,210/).evaluateAll((all) =>
        all.flatMap((text) => {
          const range = document.createRange();
          range.selectNodeContents(text);
          const place = range.getBoundingClientRect();
          const room = text.closest('td, li')?.getBoundingClientRect();
          if (!room || place.width === 0 || text.closest('.sr-only')) return [];
          return place.left < room.left || place.right > room.right ? [text.textContent] : [];
        }),
      );
      expect(cut, `${path} at ${String(width)} px`).toEqual([]);
    }
    await owner.unrouteAll();
  });

  test('compact rows give the room of UTM values and destination to the title', async ({ owner, api }) => {
    const destinationUrl = 'https://example.com/compact';
    await makeLink(api, { destinationUrl, slug: 'compact-row', title: 'Spring', utmSource: 'newsletter' });
    await owner.setViewportSize({ width: 1280, height: 800 });
    await owner.goto('/links?q=compact-row');
    const row = owner.getByRole('row', { name: /compact-row/ });
    await expect(row.getByText('newsletter')).toBeVisible();
    await owner.getByRole('button', { name: 'View options' }).click();
    await owner.getByRole('menuitemradio', { name: 'Compact' }).click();
    await expect(row.getByText('newsletter')).toBeHidden();
    const title = row.getByText('Spring', { exact: true });
    expect(await title.evaluate((span) => span.scrollWidth - span.clientWidth)).toBe(0);
    await owner.keyboard.press('Escape');
  });

  test('a press anywhere in the row of a campaign leads to it', async ({ owner, api }) => {
    for (const name of ['press-one', 'press-two'])
      await api.post('/api/campaigns', { data: { name, utmCampaign: name } });
    for (const width of [1280, 390]) {
      await owner.setViewportSize({ width, height: 800 });
      await owner.goto('/campaigns');
      const clicks = await boxOf(
        owner
          .getByRole('row', { name: /^press-one/ })
          .getByRole('cell')
          .last(),
      );
      await owner.mouse.click(clicks.right - 16, (clicks.y + clicks.bottom) / 2);
      await expect(owner.getByRole('heading', { name: 'press-one', level: 1 })).toBeVisible();
    }
  });

  test('heads of pages are alike: the way back, the title, what can be done, and the rest', async ({ owner, api }) => {
    const { id } = await makeLink(api, { destinationUrl: 'https://example.com/heads' });
    const made = await api.post('/api/campaigns', { data: { name: 'Heads', utmCampaign: 'heads' } });
    const campaign = (await made.json()) as { id: string };
    const places: [number, number][] = [];
    for (const path of [`/links/${id}`, `/campaigns/${campaign.id}`, '/links/trash', '/links/import']) {
      await owner.goto(path);
      await expect(owner.locator('main h1')).not.toBeEmpty();
      places.push([(await boxOf(owner.locator('main .back'))).y, (await boxOf(owner.locator('main h1'))).y]);
    }
    expect(new Set(places.map(String)).size, places.join(' | ')).toBe(1);
    for (const path of ['/links', `/campaigns/${campaign.id}`]) {
      await owner.goto(path);
      await expect(owner.locator('.page-head button').last()).toHaveAccessibleName(/^More/);
    }
  });

  test('the overview keeps its shape when its figures come', async ({ owner, api }) => {
    for (let i = 0; i < 5; i++) await makeLink(api, { destinationUrl: `https://example.com/shape${String(i)}` });
    for (const [width, height] of [
      [1440, 900],
      [390, 840],
    ] as const) {
      let answer = (): void => undefined;
      const wanted = new Promise<void>((resolve) => (answer = resolve));
      await owner.route('**/api/workspaces/analytics?**', async (route) => {
        await wanted;
        await route.continue();
      });
      await owner.setViewportSize({ width, height });
      await owner.goto('/');
      const before = await boxOf(owner.locator('app-report app-report-skeleton .card').first());
      answer();
      const after = await boxOf(owner.locator('app-report > section.card'));
      await expect(owner.locator('sp-time-chart canvas')).toBeVisible();
      const bottom = (await boxOf(owner.locator('app-report > section.card'))).bottom;
      expect([before.x, before.y]).toEqual([after.x, after.y]);
      expect(Math.abs(before.bottom - bottom), `${String(before.bottom)} and ${String(bottom)}`).toBeLessThan(16);
      await owner.unroute('**/api/workspaces/analytics?**');
    }
  });

  test('breakdowns wait for what stands above them on the overview, which would push them down', async ({
    owner,
    api,
  }) => {
    for (let i = 0; i < 5; i++) await makeLink(api, { destinationUrl: `https://example.com/wait${String(i)}` });
    let answer = (): void => undefined;
    const wanted = new Promise<void>((resolve) => (answer = resolve));
    await owner.route('**/api/reports/abuse', async (route) => {
      await wanted;
      await route.continue();
    });
    await owner.goto('/');
    const breakdowns = owner.locator('app-breakdown-card');
    // Its drawing is loaded last.
    await expect(owner.locator('sp-time-chart canvas')).toBeVisible();
    await expect(breakdowns).toHaveCount(0);
    answer();
    await expect(breakdowns).toHaveCount(4);
    expect((await boxOf(breakdowns.first())).y).toBeGreaterThan((await boxOf(owner.locator('app-attention-lists'))).y);
  });

  test('the tools of the list of links have one edge, and the conditions open inside the page', async ({ owner }) => {
    await owner.setViewportSize({ width: 1440, height: 900 });
    await owner.goto('/links');
    const tools = owner.locator('app-link-filters .bar :is(button, select, input)');
    await expect(tools).toHaveCount(4);
    const edges = await tools.evaluateAll((all) => all.map((tool) => getComputedStyle(tool).borderTopColor));
    expect(new Set(edges).size).toBe(1);
    await owner.getByRole('button', { name: 'Filter', exact: true }).click();
    const panel = await boxOf(owner.getByRole('dialog', { name: 'Filter' }));
    expect(panel.right).toBeLessThanOrEqual((await boxOf(owner.locator('app-link-filters'))).right);
  });
});
