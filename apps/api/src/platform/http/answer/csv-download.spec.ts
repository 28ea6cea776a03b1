import { expect, test } from 'vitest';
import { csvDownload } from './csv-download.js';

test.each([
  ['link-spring_sale-analytics', 'attachment; filename="link-spring_sale-analytics.csv"'],
  ['campaign-../a"b\n-analytics', 'attachment; filename="campaign-..-a-b--analytics.csv"'],
  [
    'campaign-Frühling-analytics',
    `attachment; filename="campaign-Fr_hling-analytics.csv"; filename*=UTF-8''campaign-Fr%C3%BChling-analytics.csv`,
  ],
])('the file name for %j is valid', (name, disposition) => {
  expect(csvDownload(name)).toEqual({ type: 'text/csv; charset=utf-8', disposition });
});
