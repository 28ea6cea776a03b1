import { expect, test } from 'vitest';
import { shownCell, shownLine } from './shown-text.js';

test('what a file says cannot steer the terminal', () => {
  expect(shownLine('Row 1 would lose \u001b[31mred\u001b]0;title\u0007\u009b2J: it is too long.')).toBe(
    'Row 1 would lose \uFFFD[31mred\uFFFD]0;title\uFFFD\uFFFD2J: it is too long.',
  );
  expect(shownCell('x'.repeat(61))).toBe(`${'x'.repeat(60)}…`);
  expect(shownCell('Über uns')).toBe('Über uns');
});
