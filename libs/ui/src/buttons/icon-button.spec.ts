import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Relative to the workspace root, where the tests run. */
const SOURCES = ['apps/web/src/app', 'libs/ui/src'];

/** The opening tags of the icon buttons of all templates. */
function iconButtons(): string[] {
  return SOURCES.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.spec)\.(?:ts|html)$/.test(file))
      .flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/<\w+\s[^<]*?\bspIconButton\b[^<]*/g) ?? []),
  );
}

it('screen readers announce the name of an icon button once', () => {
  const buttons = iconButtons();
  expect(buttons.length).toBeGreaterThan(15);
  expect(buttons.filter((button) => !button.includes('[describes]="false"'))).toEqual([]);
});
