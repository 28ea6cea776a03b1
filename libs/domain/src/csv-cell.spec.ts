import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvLine, guardCell, linkInFormula, unguardCell, flagOfCell } from './csv-cell.js';

describe('guardCell', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', "'x", "'", '='])('%j gets a quote in front', (text) => {
    expect(guardCell(text)).toBe(`'${text}`);
  });
  test.each(['', 'a=1', ' =1', '1-1', '"=1"', '\n=1', '|'])('%j stays', (text) => {
    expect(guardCell(text)).toBe(text);
  });
  test.each([
    ["Sale;=cmd|'/C calc'!A0", "Sale;'=cmd|'/C calc'!A0"],
    ['a\t=1;  +2;@x', "a\t'=1;  '+2;'@x"],
    ["a;'=1", "a;''=1"],
    ['\t=1', "'\t'=1"],
    ['a; b=1;\n=2', 'a; b=1;\n=2'],
  ])('%j begins no cell of a spreadsheet that separates otherwise', (text, guarded) => {
    expect(guardCell(text)).toBe(guarded);
    expect(unguardCell(guarded)).toBe(text);
  });
  test('unguardCell undoes it for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("'", '=', '-', 'a', ';', ' ', '\t', '\r') }), (text) => {
        expect(unguardCell(guardCell(text))).toBe(text);
      }),
    );
  });
  test('only one quote is taken away', () => {
    expect(unguardCell("''a")).toBe("'a");
  });
});

describe('csvLine', () => {
  test.each([
    [['a', 'b'], 'a,b\n'],
    [['a,b', 'c"d', 'e\nf', 'g\rh'], '"a,b","c""d","e\nf","g\rh"\n'],
    [['=1,2'], `"'=1,2"\n`],
    [[1, true, null, ''], '1,true,,\n'],
    [[-5], `'-5\n`],
  ])('%j', (cells, expected) => {
    expect(csvLine(cells)).toBe(expected);
  });

  test('any cells come back through a CSV parser', () => {
    const cell = fc.string({ unit: fc.constantFrom("'", '=', '"', ',', ';', '\n', '\r', 'ü', 'a', ' ', '|') });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), (cells) => {
        const [row = []] = parse(csvLine(cells), { relax_column_count: true, record_delimiter: '\n' });
        expect(row.map(unguardCell)).toEqual(cells);
      }),
    );
  });
});

test.each([
  ['=HYPERLINK("https://acme.example/1","Click")', 'https://acme.example/1'],
  ['=hyperlink( "https://acme.example/2" )', 'https://acme.example/2'],
  ['=HYPERLINK("")', '=HYPERLINK("")'],
  ['https://acme.example/=HYPERLINK("x")', 'https://acme.example/=HYPERLINK("x")'],
  ['', ''],
])('the address in %j is %j', (cell, address) => {
  expect(linkInFormula(cell)).toBe(address);
});

test.each([
  ['TRUE', true],
  ['WAHR', true],
  ['vrai', true],
  ['Oui', true],
  ['t', true],
  ['FALSCH', false],
  ['faux', false],
  ['YANLIŞ', false],
  ['0', false],
  ['perhaps', null],
  ['', null],
])('%j says %j', (cell, flag) => {
  expect(flagOfCell(cell)).toBe(flag);
});
