import type { Locator, Page } from '@playwright/test';

/** Presses Tab until the element has the focus, as a keyboard user does. */
export async function tabTo(page: Page, target: Locator, most = 60): Promise<void> {
  for (let n = 0; n < most; n++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} is not reached in ${String(most)} steps`);
}
