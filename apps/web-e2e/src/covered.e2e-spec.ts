import type { Page } from '@playwright/test';
import { expect, makeLink, test } from './support/fixtures.js';
import { pressEnter } from './support/keyboard.js';

/** What lies over the whole of what has the keyboard's place, if anything does. */
function cover(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const at = document.activeElement?.closest('label') ?? document.activeElement;
    if (!at) return null;
    const own = at.getBoundingClientRect();
    const bars = ['app-shell .unavailable', 'app-bulk-bar', 'sp-toasts .toast', 'app-shell .bar'];
    const over = bars.flatMap((selector) => [...document.querySelectorAll(selector)]);
    const covering = over.find((bar) => {
      const { top, bottom, left, right } = bar.getBoundingClientRect();
      const isUnder = top <= own.top && own.bottom <= bottom && left <= own.left && own.right <= right;
      return isUnder && !bar.contains(at) && own.height > 0;
    });
    return covering ? `${covering.className} over ${at.textContent.trim() || at.outerHTML}` : null;
  });
}

test('what has the keyboard is under nothing: chosen links at work, a message, an unavailable server', async ({
  owner,
  api,
}) => {
  await owner.setViewportSize({ width: 320, height: 500 });
  await api.post('/api/tags', { data: { name: 'covered' } });
  for (let n = 0; n < 6; n++) {
    await makeLink(api, { destinationUrl: 'https://example.com/covered', slug: `covered-${String(n)}` });
  }
  const bar = owner.getByRole('region', { name: 'Selected links' });
  const boxes = owner.getByRole('checkbox', { name: /^Select covered/ });
  await owner.goto('/links?q=covered');
  await expect(boxes).toHaveCount(6);

  await test.step('a message after a tag was given', async () => {
    await boxes.first().check();
    await boxes.nth(1).check();
    await bar.getByRole('button', { name: 'Tags' }).click();
    const tags = owner.getByRole('dialog', { name: 'Tags' });
    await tags.getByRole('combobox', { name: 'Tag' }).fill('covered');
    await owner.getByRole('option', { name: 'covered' }).click();
    await pressEnter(tags.getByRole('button', { name: 'Add to links' }));
    const message = owner.getByText('2 links tagged covered.');
    await expect(message).toBeVisible();
    await expect(bar.getByRole('button', { name: 'Tags' })).toBeFocused();
    expect(await cover(owner)).toBeNull();
    await boxes.nth(2).focus();
    for (let n = 0; n < 12; n++) {
      await owner.keyboard.press('Tab');
      expect(await cover(owner), `after ${String(n + 1)} tabs`).toBeNull();
    }
    await expect(message).toBeVisible();
    await owner.keyboard.press('Escape');
    await expect(message).toBeHidden();
  });

  await test.step('the bar goes with its work', async () => {
    await pressEnter(bar.getByRole('button', { name: 'More' }));
    await pressEnter(owner.getByRole('menuitem', { name: 'Pause' }));
    await expect(owner.getByText('2 links paused.')).toBeVisible();
    await expect(
      owner.getByRole('button', { name: /^Actions for covered/ }).and(owner.locator(':focus')),
    ).toBeAttached();
  });

  await test.step('the line of an unavailable server', async () => {
    await owner.route('**/api/**', (route) => route.abort());
    await pressEnter(owner.getByRole('button', { name: /^Actions for covered/ }).last());
    await pressEnter(owner.getByRole('menuitem', { name: 'Archive' }));
    await expect(owner.locator('.unavailable')).toBeVisible();
    await owner
      .getByRole('button', { name: /^Actions for covered/ })
      .last()
      .focus();
    for (let n = 0; n < 20; n++) {
      await owner.keyboard.press('Shift+Tab');
      expect(await cover(owner), `after ${String(n + 1)} tabs back`).toBeNull();
    }
  });
});
