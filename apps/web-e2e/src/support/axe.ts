import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Which rules axe runs, by their names or tags. */
export interface Rules {
  readonly runOnly?: readonly string[];
  readonly rules?: Readonly<Record<string, { readonly enabled: boolean }>>;
}

/**
 * What axe need not do: describe each element that passes, or load style sheets and media for two rules, of which one is
 * off and the other finds no media.
 */
const THRIFTY = { resultTypes: ['violations'], preload: false };

/**
 * Every axe rule for WCAG 2.2 AA, and its best practices. `region` is off: menus and dialogs are outside of landmarks
 * by design.
 */
export const EVERY_RULE: Rules = {
  rules: { region: { enabled: false }, 'target-size': { enabled: true } },
};
/** The rules that a change of colours can break. */
export const RULES_OF_COLOURS: Rules = {
  runOnly: ['color-contrast', 'link-in-text-block'],
};

interface Axe {
  run(
    context: Document | NodeList,
    options: Rules,
  ): Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }>;
}

/** Installs axe in every page that a tab opens: sending it to each page again takes longer than most checks. */
export async function haveAxe(page: Page): Promise<void> {
  await page.addInitScript({ content: AXE });
}

/**
 * Violations that axe finds on the current page, one line for each rule. While a modal dialog is open, only the dialogs
 * are checked: axe would go through the page below, which is hidden, and report nothing of it.
 */
export async function violations(page: Page, rules: Rules): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  return page.evaluate(
    async (options) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      const dialogs = document.querySelectorAll('[role=dialog][aria-modal=true]');
      const found = (await axe.run(dialogs.length > 0 ? dialogs : document, options)).violations;
      return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    },
    { ...rules, ...THRIFTY },
  );
}
