import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Presses Tab until the element has the focus, as a keyboard user does. `most` only ends a hopeless walk: journeys before this one
 * may have left long lists in the workspace.
 */
export async function tabTo(page: Page, target: Locator, most = 300): Promise<void> {
  for (let n = 0; n < most; n++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} is not reached in ${String(most)} steps`);
}

/** Presses Enter on a control once it is enabled: until then it does not take the focus, and another would get the key. */
export async function pressEnter(control: Locator): Promise<void> {
  await expect(control).toBeEnabled();
  await control.press('Enter');
}
