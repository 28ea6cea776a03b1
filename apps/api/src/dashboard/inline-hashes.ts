import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Content security policy sources (`'sha256-…'`) for inline code in the dashboard's page. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/**
 * The hashes of the inline script and style sheet of the built page, so that the policy allows only these. Empty when
 * the dashboard is not built.
 */
export function inlineHashes(folder: string): InlineHashes {
  const file = join(folder, 'index.html');
  const page = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return { scripts: hashes(page, /<script>([^]*?)<\/script>/g), styles: hashes(page, /<style>([^]*?)<\/style>/g) };
}

function hashes(page: string, element: RegExp): string[] {
  return [...page.matchAll(element)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}
