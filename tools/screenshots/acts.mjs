// What screens have in common: steps of a person on a page.

export const button = (page, name) => page.getByRole('button', { name }).first();

export const press =
  (...names) =>
  async (page) => {
    for (const name of names) await button(page, name).click();
  };

/** Opens a menu and clicks its items one after the other; the last one may open a submenu. */
export const menu =
  (opener, ...items) =>
  async (page) => {
    await button(page, opener).click();
    for (const name of items) await page.getByRole('menuitem', { name }).click();
  };

/** Responds to matching requests with this JSON. */
export const answer =
  (pattern, json, status = 200) =>
  (page) =>
    page.route(pattern, (route) => route.fulfill({ status, json }));

/** Runs steps one after the other. */
export const all =
  (...steps) =>
  async (page) => {
    for (const step of steps) await step(page);
  };
