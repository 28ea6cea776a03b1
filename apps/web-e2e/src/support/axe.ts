import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Options of a run of axe: which rules, by their names or tags. */
export interface Rules {
  readonly runOnly?: readonly string[];
  readonly rules?: Readonly<Record<string, { readonly enabled: boolean }>>;
  readonly resultTypes: readonly string[];
}

/**
 * Every rule that axe has for WCAG 2.2 AA, and its own good practices. `region` is off: menus and dialogs float outside
 * of landmarks by design.
 */
export const EVERY_RULE: Rules = {
  rules: { region: { enabled: false }, 'target-size': { enabled: true } },
  resultTypes: ['violations'],
};
/** Those of them that a change of colours can break. */
export const RULES_OF_COLOURS: Rules = {
  runOnly: ['color-contrast', 'link-in-text-block'],
  resultTypes: ['violations'],
};

interface Axe {
  run(options: Rules): Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }>;
}

/** Gives a tab axe for every page that it will open: sending it anew to each costs more than many a look. */
export async function haveAxe(page: Page): Promise<void> {
  await page.addInitScript({ content: AXE });
}

/** What axe finds wrong on the page as it is, one line for each rule. */
export async function violations(page: Page, rules: Rules): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  return page.evaluate(async (options) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const found = (await axe.run(options)).violations;
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  }, rules);
}
