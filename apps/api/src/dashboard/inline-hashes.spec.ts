import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inlineHashes } from './inline-hashes.js';

const SCRIPT = "if (localStorage.getItem('a') < 'b')\n  document.title = 'ä';";
const STYLE = 'body{color:red}';

const source = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('inlineHashes', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'signpost-hashes-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test('allows what stands in the page, character by character, and no script that is fetched', () => {
    writeFileSync(
      join(folder, 'index.html'),
      `<script>${SCRIPT}</script><style>${STYLE}</style><script src="a.js" type="module"></script>`,
    );
    expect(inlineHashes(folder)).toEqual({ scripts: [source(SCRIPT)], styles: [source(STYLE)] });
  });

  test('allows nothing where there is no dashboard', () => {
    expect(inlineHashes(join(folder, 'elsewhere'))).toEqual({ scripts: [], styles: [] });
  });
});
