import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Relative to the workspace root, where the tests run. */
const SOURCES = ['apps/web/src/app', 'libs/ui/src'];

/** The CSS rules of all components for chosen or current items that use the signal colour. */
function marks(): string[] {
  return SOURCES.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.spec)\.(?:ts|css)$/.test(file))
      .flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/[^{};]*\{[^{}]*\}/g) ?? [])
      .filter((rule) => /^[^{]*(?:\.on\b|\.end\b|aria-(?:current|pressed|selected))/.test(rule))
      .filter((rule) => rule.includes('var(--signal)')),
  );
}

it('chosen items are marked with ink: on white the signal colour alone has a contrast of 1.8', () => {
  expect(marks().length).toBeGreaterThan(4);
  expect(marks().filter((rule) => !/(?:border|shadow)[^;]*var\(--ink\)/.test(rule))).toEqual([]);
});
