// What screens have in common: steps of a person on a page.

export const button = (page, name) => page.getByRole('button', { name }).first();

export const press =
  (...names) =>
  async (page) => {
    for (const name of names) await button(page, name).click();
  };

/** Opens a menu and takes one of its items after the other; the last may open a menu within. */
export const menu =
  (opener, ...items) =>
  async (page) => {
    await button(page, opener).click();
    for (const name of items) await page.getByRole('menuitem', { name }).click();
  };

/** Requests that get this answer. */
export const answer =
  (pattern, json, status = 200) =>
  (page) =>
    page.route(pattern, (route) => route.fulfill({ status, json }));

/** One step after the other. */
export const all =
  (...steps) =>
  async (page) => {
    for (const step of steps) await step(page);
  };
