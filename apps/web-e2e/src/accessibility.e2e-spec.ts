import { expect, type Page, test } from '@playwright/test';
// The list of screens is the one that pictures are taken from.
import { FLOATING, untilCalm, walk } from '../../../tools/screenshots/walk.mjs';
import { EVERY_RULE, haveAxe, RULES_OF_COLOURS, violations } from './support/axe.js';
import { emptyInventory, missingFrom, takeInventory } from './support/inventory.js';

/** What reaches beyond the screen or makes a dialog scroll sideways. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll('[role=dialog], [role=dialog] .body')];
    return boxes
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(
        ({ tagName, className, scrollWidth, clientWidth }) =>
          `${tagName} ${className}: ${String(scrollWidth)} of ${String(clientWidth)} px`,
      );
  });
}

/** Closes what lies on top and says when the keyboard then stands nowhere. */
async function focusAfterEscape(page: Page): Promise<string[]> {
  const open = await page.locator(FLOATING).count();
  if (open === 0) return [];
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator(FLOATING).count()).not.toBe(open);
  return page.evaluate(() => {
    const at = document.activeElement;
    return at === null || at === document.body ? ['the focus is lost after closing'] : [];
  });
}

test('every screen, dialog and menu, on a desk in light and dark and on a dark phone: axe, nothing sticks out', async ({
  browser,
}) => {
  // Only against standing still: two hundred pages take as long as the machine needs, and each step has its own patience.
  test.setTimeout(1_200_000);
  const findings: string[] = [];
  const seen = emptyInventory();
  const visits: Parameters<typeof walk>[1] = {
    turning: true,
    prepare: haveAxe,
    visit: async (page, screen, shape, isLast) => {
      const note = (look: string, found: string[]): void => {
        findings.push(...found.map((text) => `${screen.name} (${shape.name}, ${look}): ${text}`));
      };
      await takeInventory(page, seen);
      // The phone keeps the desk's last look: every rule sees each shape, the colours of what both have in both themes.
      if (!isLast) {
        note('light', await violations(page, EVERY_RULE));
        await page.emulateMedia({ colorScheme: 'dark' });
        await untilCalm(page, screen);
      }
      note('dark', await violations(page, isLast ? EVERY_RULE : RULES_OF_COLOURS));
      note('left to right', await overflowing(page));
      await page.evaluate(() => (document.documentElement.dir = 'rtl'));
      await untilCalm(page, screen);
      note('right to left', await overflowing(page));
      await page.evaluate(() => (document.documentElement.dir = 'ltr'));
      if (isLast) note('keyboard', await focusAfterEscape(page));
    },
  };
  // In a step: outside of any, Playwright looks through all its calls so far for the parent of each further one.
  const failures = await test.step('walk', () => walk(browser, visits));
  expect.soft(failures, 'screens that could not be reached').toEqual([]);
  expect.soft(findings, 'findings').toEqual([]);
  expect.soft(missingFrom(seen), 'what no screen of tools/screenshots shows').toEqual([]);
});
