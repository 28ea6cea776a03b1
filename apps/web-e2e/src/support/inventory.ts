import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const SOURCES = ['apps/web/src/app', 'libs/ui/src'];

/** What a walk through the product must visit, or has visited. */
export interface Inventory {
  /** Components by element name: every screen, section, dialog, panel and UI component is one. */
  readonly components: Set<string>;
  /** Names of dialogs, popovers and questions; the required ones are patterns, because names can contain values. */
  readonly dialogs: Set<string>;
  /** Labels of menu items; of the required ones, one of each menu's alternatives is enough. */
  readonly menuItems: Set<string>;
}

export function emptyInventory(): Inventory {
  return { components: new Set(), dialogs: new Set(), menuItems: new Set() };
}

/** Records what is on the page at this moment. */
export async function takeInventory(page: Page, seen: Inventory): Promise<void> {
  const found = await page.evaluate(() => {
    const text = (element: Element | null) => element?.textContent.trim().replace(/\s+/g, ' ') ?? '';
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    return {
      components: all('*')
        .map(({ localName }) => localName)
        .filter((name) => /^(?:app|sp)-/.test(name)),
      dialogs: all('[role=dialog]').map(
        (dialog) =>
          dialog.getAttribute('aria-label') ??
          text(document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')),
      ),
      menuItems: all('sp-menu [role^=menuitem]').map(text),
    };
  });
  for (const name of found.components) seen.components.add(name);
  for (const name of found.dialogs) seen.dialogs.add(name);
  for (const name of found.menuItems) seen.menuItems.add(name);
}

/**
 * What the sources declare and a walk has not visited, one line each. Read from the sources, so that a new screen,
 * dialog, question or menu is reported until the walk visits it.
 */
export function missingFrom(seen: Inventory): string[] {
  const messageOf = messages();
  const missing: string[] = [];
  const hasSeen = (names: Set<string>, key: string): boolean => {
    const pattern = messageOf(key);
    return pattern.some((one) => [...names].some((name) => one.test(name)));
  };
  for (const { path, text } of sources()) {
    for (const [, name = ''] of text.matchAll(/^ {2}selector: '((?:app|sp)-[\w-]+)'/gm)) {
      if (!seen.components.has(name)) missing.push(`component ${name} (${path})`);
    }
    for (const key of dialogNames(text)) {
      if (!hasSeen(seen.dialogs, key)) missing.push(`dialog “${key}” (${path})`);
    }
    for (const keys of menus(text)) {
      if (!keys.some((key) => hasSeen(seen.menuItems, key))) missing.push(`menu of ${keys.join(', ')} (${path})`);
    }
  }
  return missing;
}

/** Keys of the texts that name a dialog: headings of frames and questions, labels of popovers. */
function dialogNames(text: string): string[] {
  const pieces = [
    ...text.matchAll(/<sp-dialog [^>]*?\[heading\]="([^"]+)"/g),
    ...text.matchAll(/<sp-popover [^>]*?\[label\]="([^"]+)"/g),
    ...text.matchAll(/\.ask\(\{\s*heading: ([^\n]+)/g),
  ];
  return pieces.flatMap(([, words = '']) => keysIn(words));
}

function keysIn(words: string): string[] {
  return [...words.matchAll(/'([a-z]\w*(?:\.\w+)+)'/g)].map(([, key = '']) => key);
}

/** The keys of the items of each menu. A menu that contains another one opens with it and is not counted. */
function menus(text: string): string[][] {
  return [...text.matchAll(/<sp-menu>((?:(?!<sp-menu>)[\s\S])*?)<\/sp-menu>/g)].map(([, content = '']) =>
    [...content.matchAll(/\.t\(([^)]*)\)/g)].flatMap(([, words = '']) => keysIn(words)),
  );
}

/** The English texts of a key, as patterns: placeholders match anything, plurals each of their forms. */
function messages(): (key: string) => RegExp[] {
  const trees = files(join(ROOT, SOURCES[0] ?? ''))
    .filter((path) => path.endsWith('en.json'))
    .map((path) => JSON.parse(readFileSync(path, 'utf8')) as unknown);
  return (key) => {
    const found = trees.map((tree) => at(tree, key.split('.'))).find((value) => value !== undefined);
    if (found === undefined) throw new Error(`no English words for ${key}`);
    const forms = typeof found === 'string' ? [found] : Object.values(found as Record<string, string>);
    return forms.map((form) => {
      const literal = form.split(/\{\{.*?\}\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      return new RegExp(`^${literal.join('.*')}$`);
    });
  };
}

function at(tree: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (node, name) => (typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[name] : undefined),
    tree,
  );
}

function sources(): { path: string; text: string }[] {
  return SOURCES.flatMap((folder) => files(join(ROOT, folder)))
    .filter((path) => /\.(?:ts|html)$/.test(path) && !/\.spec\.ts$/.test(path))
    .map((path) => ({ path: path.slice(ROOT.length), text: readFileSync(path, 'utf8') }));
}

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
