import { expect, test } from 'vitest';
import { RULES } from './rules.js';

test('rules that the specification puts into words use its words', () => {
  expect(RULES.password_lost).toContain('had a password; give one, or clear this cell');
  expect(RULES.file_spreadsheet).toMatch(/this is a spreadsheet: save it as CSV/i);
});
