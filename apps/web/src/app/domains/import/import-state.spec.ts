import { errorFile, isReady, rowsOf, usedColumns } from './import-state';

const PREVIEW = {
  importId: 'i',
  fileHash: 'h',
  rowCount: 2,
  unknownColumns: [],
  rows: [
    { row: 1, values: { destination_url: 'https://example.com/', title: '=1+1' }, errors: [] },
    {
      row: 2,
      values: { destination_url: 'no', title: 'a "b", c' },
      errors: [{ field: 'destinationUrl', message: 'Not an address.' }],
    },
  ],
};

describe('import rows', () => {
  it('holds a row with an error back until it was edited', () => {
    const [good, bad] = rowsOf(PREVIEW);
    expect(good && isReady(good)).toBe(true);
    expect(bad && isReady(bad)).toBe(false);
    expect(bad && isReady({ ...bad, edited: true })).toBe(true);
  });

  it('finds the column of an error that names the field of a link', () => {
    expect(rowsOf(PREVIEW)[1]?.errors).toEqual({ destination_url: 'Not an address.' });
  });

  it('shows only columns in use, the destination always', () => {
    expect(usedColumns(rowsOf(PREVIEW))).toEqual(['destination_url', 'title']);
    expect(usedColumns([])).toEqual(['destination_url']);
  });

  it('shows cells that no column is there for, last', () => {
    const row = { row: 1, values: { archived: 'no', extra_cells: 'lost' }, errors: [] };
    expect(usedColumns(rowsOf({ ...PREVIEW, rows: [row] }))).toEqual(['destination_url', 'archived', 'extra_cells']);
  });

  it('writes what is left as CSV that no spreadsheet runs', () => {
    const rows = rowsOf(PREVIEW).map((row) =>
      row.row === 1 ? { ...row, status: 'conflict' as const, error: 'Taken.' } : row,
    );
    expect(errorFile(rows)).toBe(
      'destination_url,title,error\n' +
        "https://example.com/,'=1+1,Taken.\n" +
        'no,"a ""b"", c",destination_url: Not an address.\n',
    );
  });

  it('leaves created rows out', () => {
    const rows = rowsOf(PREVIEW).map((row) => ({ ...row, status: 'created' as const }));
    expect(errorFile(rows)).toBe('destination_url,title,error\n');
  });
});
