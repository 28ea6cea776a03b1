import { edit, entrustedTo, errorFile, isReady, rowsOf, usedColumns } from './import-state';

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
  it('makes the importing user responsible, unless the file has a column for that', () => {
    const rows = rowsOf(PREVIEW.rows, 0, 0);
    expect(entrustedTo('ann@example.com', rows).map(({ values }) => values.responsible)).toEqual(
      rows.map(() => 'ann@example.com'),
    );
    const [first, ...others] = rows.map((row) => ({ ...row, values: { ...row.values, responsible: '' } }));
    expect(entrustedTo('ann@example.com', [first!, ...others])).toEqual([first, ...others]);
  });

  it('holds a row back until each of its errors was mended', () => {
    const [good, bad] = rowsOf(PREVIEW.rows, 0, 0);
    if (!good || !bad) throw new Error('no rows');
    expect(isReady(good)).toBe(true);
    expect(isReady(bad)).toBe(false);
    const twice = { ...bad, errors: { ...bad.errors, slug: { field: 'slug', message: 'Not a slug.' } } };
    const once = edit(twice, 'destination_url', 'https://example.com/');
    expect(isReady(once)).toBe(false);
    expect(isReady(edit(once, 'slug', 'fine'))).toBe(true);
  });

  it('takes an expiry before the opening for mended by either time', () => {
    const [row] = rowsOf([{ row: 1, values: {}, errors: [{ field: 'expiresAt', message: 'No.' }] }], 0, 0);
    if (!row) throw new Error('no row');
    expect(isReady(edit(row, 'title', 'x'))).toBe(false);
    expect(isReady(edit(row, 'starts_at', '2026-01-01T00:00:00Z'))).toBe(true);
  });

  it('has a place for the password that a file has lost, which mends the row as well as that there is none', () => {
    const error = { field: 'is_protected', message: 'Give one, or clear this cell.' };
    const lost = rowsOf([{ row: 1, values: { is_protected: 'true' }, errors: [error] }], 0, 0);
    expect(usedColumns(lost)).toEqual(['destination_url', 'password', 'is_protected']);
    expect(errorFile(lost)).toBe(
      'destination_url,password,is_protected,error\n,,true,"is_protected: Give one, or clear this cell."\n',
    );
    const [row] = lost;
    if (!row) throw new Error('no row');
    expect(isReady(edit(row, 'title', 'x'))).toBe(false);
    expect([edit(row, 'password', 'another'), edit(row, 'is_protected', '')].every(isReady)).toBe(true);
    expect(usedColumns(rowsOf([{ row: 1, values: { is_protected: 'false' }, errors: [] }], 0, 0))).not.toContain(
      'password',
    );
  });

  it('finds the column of an error that names the field of a link', () => {
    expect(rowsOf(PREVIEW.rows, 0, 0)[1]?.errors).toEqual({
      destination_url: { field: 'destinationUrl', message: 'Not an address.' },
    });
  });

  it('shows only columns in use, the destination always', () => {
    expect(usedColumns(rowsOf(PREVIEW.rows, 0, 0))).toEqual(['destination_url', 'title']);
    expect(usedColumns([])).toEqual(['destination_url']);
  });

  it('shows cells that no column is there for, last', () => {
    const row = { row: 1, values: { archived: 'no', extra_cells: 'lost' }, errors: [] };
    expect(usedColumns(rowsOf([row], 0, 0))).toEqual(['destination_url', 'archived', 'extra_cells']);
  });

  it('writes the remaining rows as CSV without executable formulas', () => {
    const rows = rowsOf(PREVIEW.rows, 0, 0).map((row) =>
      row.row === 1 ? { ...row, status: 'conflict' as const, error: 'Taken.' } : row,
    );
    expect(errorFile(rows)).toBe(
      'destination_url,title,error\n' +
        "https://example.com/,'=1+1,Taken.\n" +
        'no,"a ""b"", c",destination_url: Not an address.\n',
    );
  });

  it('loses no cell of the remaining rows: the date of creation and the whole address come along, quotes stay single', () => {
    const values = {
      ...{ title: "'-5 %", short_url: 'https://go.test/0123', created_at: '2025-03-14T09:12:44Z' },
      extra_cells: 'stray',
    };
    expect(errorFile(rowsOf([{ row: 1, values, errors: [{ field: 'slug', message: 'No.' }] }], 0, 0))).toBe(
      'slug,destination_url,title,short_url,created_at,,error\n' +
        ",,'-5 %,https://go.test/0123,2025-03-14T09:12:44Z,stray,slug: No.\n",
    );
  });

  it('leaves created rows out', () => {
    const rows = rowsOf(PREVIEW.rows, 0, 0).map((row) => ({ ...row, status: 'created' as const }));
    expect(errorFile(rows)).toBe('destination_url,title,error\n');
  });
});
