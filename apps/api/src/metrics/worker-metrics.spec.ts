import { expect, test } from 'vitest';
import { mergeMetrics } from './worker-metrics.js';

test('samples of all workers are grouped by metric, each with the label of its worker', () => {
  const text = (value: number): string =>
    `# HELP a_total What a is.\n# TYPE a_total counter\na_total{kind="x y"} ${value}\na_total{kind="z"} 0\n\n# HELP b A gauge.\n# TYPE b gauge\nb ${value}\n`;
  expect(
    mergeMetrics([
      { number: 0, text: text(1) },
      { number: 3, text: text(2) },
    ]),
  ).toBe(
    `# HELP a_total What a is.
# TYPE a_total counter
a_total{worker="0",kind="x y"} 1
a_total{worker="0",kind="z"} 0
a_total{worker="3",kind="x y"} 2
a_total{worker="3",kind="z"} 0

# HELP b A gauge.
# TYPE b gauge
b{worker="0"} 1
b{worker="3"} 2
`,
  );
});

test('a metric that only one worker has is included', () => {
  const texts = [
    { number: 0, text: '# HELP a A.\n# TYPE a gauge\n' },
    { number: 1, text: '# HELP a A.\n# TYPE a gauge\na 1\n# HELP b B.\n# TYPE b gauge\nb 2\n' },
  ];
  expect(mergeMetrics(texts)).toBe(
    '# HELP a A.\n# TYPE a gauge\na{worker="1"} 1\n\n# HELP b B.\n# TYPE b gauge\nb{worker="1"} 2\n',
  );
});
