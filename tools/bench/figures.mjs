// Figures of many measurements, tables of them, and targets that they meet or miss.

/** The smallest value that at least the share of all do not exceed. */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

export const median = (values) => percentile(values, 0.5);
export const sum = (values) => values.reduce((total, value) => total + value, 0);
export const print = (text) => process.stdout.write(text);

/** With thousands apart. */
export function number(value, digits = 0) {
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A row of a Markdown table. */
export function row(cells) {
  print(`| ${cells.join(' | ')} |\n`);
}

/** Its first two rows. */
export function head(cells) {
  print('\n');
  row(cells);
  row(cells.map(() => '---'));
}

/** Targets of a bench, and which of them are missed. */
export class Targets {
  lines = [];
  missed = 0;

  check(holds, text) {
    this.lines.push(`${holds ? 'met   ' : 'MISSED'} ${text}\n`);
    if (!holds) this.missed += 1;
  }

  /** Checks that `value` is `most` at most. */
  atMost(most, value, name) {
    this.check(value <= most, `${name}: ${number(value, value < 10 ? 2 : 1)} (≤ ${number(most, most % 1 ? 2 : 0)})`);
  }

  /** @returns {number} the exit code: 0 when all are met. */
  show() {
    print(`\n## Targets\n${this.lines.join('')}`);
    return this.missed === 0 ? 0 : 1;
  }
}
