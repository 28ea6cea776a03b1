import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting, TestRequest } from '@angular/common/http/testing';
import { ComponentFixture, TestBed } from '@angular/core/testing';
import { By } from '@angular/platform-browser';
import { provideRouter } from '@angular/router';
import type { ImportInput } from '@signpost/contracts';
import { FileDrop } from '@signpost/ui/forms';
import { Confirm } from '@signpost/ui/overlay';
import { Toasts } from '@signpost/ui/toasts';
import { aLink } from '../../platform/link.fixtures';
import { keysForWords } from '../../platform/words/i18n.fixtures';
import { Problems } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { NewLinks } from '../links/made/new-links';
import { LinkActions } from '../links/page/link-actions';
import { Lookups } from '../links/editor/lookups';
import { ImportPage } from './import-page';

describe('the import', () => {
  let fixture: ComponentFixture<ImportPage>;
  let http: HttpTestingController;
  const element = (): HTMLElement => fixture.nativeElement as HTMLElement;
  const settled = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve));
    await fixture.whenStable();
  };
  const press = async (label: string): Promise<void> => {
    const found = [...element().querySelectorAll('button')].find(({ textContent }) => textContent.includes(label));
    if (!found) throw new Error(`no button ${label}: ${element().textContent}`);
    found.click();
    await fixture.whenStable();
  };
  const rowNumbers = (): string[] =>
    [...element().querySelectorAll('tbody tr')].map((row) => row.querySelector('th')?.textContent.trim() ?? '');

  const fill = async (cell: HTMLInputElement | HTMLTextAreaElement | null | undefined, text: string): Promise<void> => {
    if (!cell) throw new Error('no cell');
    cell.value = text;
    cell.dispatchEvent(new Event('change'));
    await fixture.whenStable();
  };
  const drop = (name: string, text = 'destination_url\nhttps://example.com/\n'): void => {
    const place = fixture.debugElement.query(By.directive(FileDrop)).componentInstance as FileDrop;
    place.chosen.emit(new File([text], name, { type: 'text/csv' }));
  };
  /** The files whose check was requested, once there are `count`. */
  const checks = async (count = 1): Promise<TestRequest[]> => {
    const found: TestRequest[] = [];
    await vi.waitFor(() => {
      fixture.detectChanges();
      found.push(...http.match('/api/links/import/preview'));
      expect(found).toHaveLength(count);
    });
    return found;
  };
  const fileOf = ({ request }: TestRequest): File => (request.body as FormData).get('file') as File;
  const shows = (text: string): Promise<void> =>
    vi.waitFor(() => {
      fixture.detectChanges();
      expect(element().textContent).toContain(text);
    });

  /** @param bad rows with an invalid destination and slug. */
  const open = async (count: number, bad: readonly number[] = [], more: object = {}): Promise<void> => {
    const rows = Array.from({ length: count }, (_, index) => ({
      row: index + 1,
      values: {
        destination_url: bad.includes(index + 1) ? 'no' : `https://example.com/${index}`,
        slug: 'x y',
        ...more,
      },
      errors: bad.includes(index + 1)
        ? [
            { field: 'destinationUrl', message: 'Not an address.' },
            { field: 'slug', message: 'Not a slug.' },
          ]
        : [],
    }));
    drop('links.csv');
    const [check] = await checks();
    check?.flush({ importId: 'i', fileHash: 'h', rowCount: count, unknownColumns: [], rows });
    await settled();
  };
  const sent = (): TestRequest => http.expectOne('/api/links/import');
  const create = async (request: TestRequest, status = 'created'): Promise<void> => {
    const { rows } = request.request.body as ImportInput;
    request.flush({ results: rows.map(({ row }) => ({ row, status, linkId: String(row) })) });
    await settled();
  };

  beforeEach(async () => {
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        provideRouter([]),
        keysForWords(),
        { provide: Problems, useValue: { fieldText: (text: string) => text, messageInForm: () => 'refused' } },
        { provide: SessionStore, useValue: { can: () => true, user: () => null } },
        { provide: LinkActions, useValue: { touched: () => undefined } },
        {
          provide: Lookups,
          useValue: {
            refresh: () => undefined,
            ensureLoaded: () => undefined,
            campaignOptions: () => [],
            campaigns: () => [],
          },
        },
        { provide: Confirm, useValue: { ask: () => Promise.resolve(false) } },
      ],
    });
    fixture = TestBed.createComponent(ImportPage);
    http = TestBed.inject(HttpTestingController);
    await fixture.whenStable();
  });

  it('says which UTM values a spreadsheet has shortened, and sends them all the same', async () => {
    await open(2, [], { utm_campaign: '1.23E+17' });
    expect(element().querySelector('.summary')?.textContent).toMatch(
      /import\.note\.spreadsheet_number 2\s+1\.23E\+17 · 1\.23E\+17/,
    );
    await press('import.run');
    await create(sent());
    expect(element().textContent).not.toContain('import.note.spreadsheet_number');
  });

  it('keeps a row visible while it is corrected: it may have more than one error', async () => {
    await open(6, [2, 5]);
    element().querySelector<HTMLInputElement>('sp-checkbox input')?.click();
    await fixture.whenStable();
    expect(rowNumbers()).toEqual(['2', '5']);
    await fill(element().querySelector<HTMLInputElement>('tbody tr input[aria-invalid=true]'), 'https://example.com/');
    expect(rowNumbers()).toEqual(['2', '5']);
  });

  it('counts what was there before apart from what it made', async () => {
    await open(2);
    await press('import.run 2');
    await create(sent(), 'already_imported');
    const summary = element().querySelector('.summary')?.textContent ?? '';
    expect(summary).toContain('import.createdBefore 2');
    expect(summary).not.toContain('import.created ');
  });

  it('hands over the addresses of what it made, and lights them in the list', async () => {
    await open(2);
    await press('import.run 2');
    await create(sent());
    const made = [aLink('2'), aLink('1')];
    http
      .expectOne(({ url, params }) => url === '/api/links' && params.get('createdBy') === 'me')
      .flush({ items: [aLink('9'), ...made], total: 3, page: 1, perPage: 100 });
    await settled();
    expect(TestBed.inject(NewLinks).shown()).toEqual(made);
  });

  it('says when a file cannot be read any more, and takes another one', async () => {
    const gone = new File([''], 'gone.csv');
    gone.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'));
    (fixture.debugElement.query(By.directive(FileDrop)).componentInstance as FileDrop).chosen.emit(gone);
    await shows('import.unreadable');
    expect(element().textContent).not.toContain('import.reading');
    drop('there.csv');
    expect(fileOf((await checks())[0]!).name).toBe('there.csv');
  });

  it('names the file of what failed after the file that it came from', async () => {
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    Object.assign(URL, { createObjectURL: () => 'blob:', revokeObjectURL: () => undefined });
    await open(2, [2]);
    await press('import.run 1');
    await create(sent());
    await press('import.errorFile');
    expect(names).toEqual(['links.csv.failed.csv']);
    vi.restoreAllMocks();
  });

  it('keeps the lines of notes in their cell', async () => {
    await open(1, [], { notes: 'one\ntwo' });
    expect(element().querySelector<HTMLTextAreaElement>('tbody textarea')?.value).toBe('one\ntwo');
    await fill(element().querySelector<HTMLTextAreaElement>('tbody textarea'), 'three\nfour');
    await press('import.run');
    const { rows } = sent().request.body as ImportInput;
    expect(rows[0]?.values.notes).toBe('three\nfour');
  });

  it('asks before mended rows are thrown away, until they are sent', async () => {
    await open(2);
    expect(fixture.componentInstance.mayLeave()).toBe(true);
    await fill(element().querySelector<HTMLInputElement>('tbody input'), 'https://example.com/mended');
    expect(await fixture.componentInstance.mayLeave()).toBe(false);
    await press('import.other');
    expect(rowNumbers()).toEqual(['1', '2']);
    await press('import.run 2');
    // A running import continues without the page.
    const request = sent();
    expect(fixture.componentInstance.mayLeave()).toBe(true);
    await create(request);
    expect(fixture.componentInstance.mayLeave()).toBe(true);
  });

  it('lets the browser ask before the tab closes during a run: the rest would not be imported', async () => {
    const isGuarded = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await open(1);
    expect(isGuarded()).toBe(false);
    await press('import.run 1');
    expect(isGuarded()).toBe(true);
    await create(sent());
    expect(isGuarded()).toBe(false);
  });

  it('reports the result to a user who has opened another page', async () => {
    const toasts = TestBed.inject(Toasts);
    await open(2);
    await press('import.run 2');
    fixture.destroy();
    expect(toasts.toasts()).toEqual([]);
    await create(sent());
    expect(toasts.toasts()).toMatchObject([{ text: 'import.created 2' }]);
  });

  it.each([
    ['created', 'yes'],
    ['already_imported', null],
  ])('ticks the first step off in this browser when something new has come of it: %s', async (status, imported) => {
    localStorage.clear();
    await open(1);
    await press('import.run 1');
    await create(sent(), status);
    expect(localStorage.getItem('signpost.imported')).toBe(imported);
  });

  it('can be stopped: the rows under way are the last, the others can be sent afterwards', async () => {
    await open(250);
    await press('import.run 250');
    const first = sent();
    await press('import.stop');
    await create(first);
    http.expectNone('/api/links/import');
    expect(element().textContent).toContain('import.created 100');
    await press('import.run 150');
    expect((sent().request.body as ImportInput).rows).toHaveLength(100);
  });

  it('sends the current values of rows, and makes rows that are being sent read-only', async () => {
    await open(150, [150]);
    const cellOf = (row: number): HTMLInputElement | null =>
      element().querySelector<HTMLInputElement>(`[data-row="${String(row)}"] [aria-label^="destination_url"]`);
    const valuesOf = ({ request }: TestRequest, row: number) =>
      (request.body as ImportInput).rows.find((sent) => sent.row === row)?.values['destination_url'];
    await press('import.run 149');
    const first = sent();
    expect([cellOf(1), cellOf(100)]).toEqual([null, null]);
    await fill(cellOf(101), 'https://example.com/edit-conflicts');
    // A queued row is sent whether or not the page stays open.
    expect(fixture.componentInstance.mayLeave()).toBe(true);
    await fill(cellOf(150), 'https://example.com/mended');
    expect(await fixture.componentInstance.mayLeave()).toBe(false);
    await create(first);
    const second = sent();
    expect(valuesOf(second, 101)).toBe('https://example.com/edit-conflicts');
    expect(valuesOf(second, 150)).toBeUndefined();
    await create(second, 'failed');
    expect(cellOf(1)).toBeNull();
    expect(cellOf(101)?.value).toBe('https://example.com/edit-conflicts');
  });

  it('shows the file that was chosen last, also when another is read after it', async () => {
    drop('first.csv');
    drop('second.csv');
    const answer = { importId: 'i', fileHash: 'h', rowCount: 0, unknownColumns: [], rows: [] };
    const [only] = await checks();
    expect(only && fileOf(only).name).toBe('second.csv');
    only?.flush(answer);
    await settled();
    expect(element().querySelector('.summary strong')?.textContent).toBe('second.csv');
  });

  it('asks what the columns of another program hold, and sends the file in the format', async () => {
    drop('bitly.csv', 'Bitlink,Long URL,Clicks\nbit.ly/one,https://example.com/,7\n');
    await shows('import.match.heading');
    const selects = [...element().querySelectorAll('select')];
    expect(selects.map(({ value }) => value)).toEqual(['short_address', 'destination_url', 'prior_clicks']);
    const [, , clicks] = selects;
    if (!clicks) throw new Error('no column');
    // Two columns cannot have the same meaning.
    clicks.value = 'short_address';
    clicks.dispatchEvent(new Event('change'));
    await fixture.whenStable();
    expect(selects.map(({ value }) => value)).toEqual(['', 'destination_url', 'short_address']);
    await press('import.match.go');
    const [check] = await checks();
    expect(check && (await fileOf(check).text())).toBe('slug,destination_url\n7,https://example.com/\n');
  });

  it('asks before addresses are lost, and continues once the user has decided', async () => {
    drop(
      'list.csv',
      'Short link,Destination URL\nhttps://go.test/,https://example.com/\nhttps://go.test/a,https://example.com/a\n',
    );
    await shows('import.note.root_address 1');
    await press('import.match.go');
    expect(element().textContent).toContain('import.match.decide');
    http.expectNone('/api/links/import/preview');
    element().querySelector<HTMLInputElement>('sp-checkbox input')?.click();
    await fixture.whenStable();
    await press('import.match.go');
    const [check] = await checks();
    expect(check && (await fileOf(check).text())).toBe(
      'slug,destination_url\n,https://example.com/\na,https://example.com/a\n',
    );
  });

  it('says that it has guessed which column holds the short addresses, until the user chooses', async () => {
    drop('list.csv', 'https://go.test/a,https://example.com/a\nhttps://go.test/b,https://example.org/b\n');
    await shows('import.warning.addresses_guessed');
    const [short] = element().querySelectorAll('select');
    if (!short) throw new Error('no column');
    short.value = 'further_addresses';
    short.dispatchEvent(new Event('change'));
    await fixture.whenStable();
    expect(element().textContent).not.toContain('import.warning.addresses_guessed');
  });

  it('sends a long file in imports of a thousand rows, which go on where they were stopped', async () => {
    const lines = Array.from({ length: 1500 }, (_, at) => `s-${String(at)},https://example.com/${String(at)}`);
    drop('long.csv', `slug,destination_url\n${lines.join('\n')}\n`);
    const answer = (importId: string, count: number) => ({
      ...{ importId, fileHash: `hash ${importId}`, rowCount: count, unknownColumns: [] },
      rows: Array.from({ length: count }, (_, at) => ({ row: at + 1, values: { destination_url: 'x' }, errors: [] })),
    });
    const [first] = await checks();
    expect(first && (await fileOf(first).text()).split('\n')).toHaveLength(1002);
    first?.flush(answer('one', 1000));
    const [second] = await checks();
    second?.flush(answer('two', 500));
    await settled();
    await press('import.run 1500');
    let requests = 0;
    let last: ImportInput | undefined;
    while (requests < 15) {
      const request = sent();
      last = request.request.body as ImportInput;
      requests += 1;
      await create(request);
    }
    expect(last).toMatchObject({ importId: 'two', fileHash: 'hash two' });
    expect(last?.rows.at(-1)?.row).toBe(500);
    expect(element().textContent).toContain('import.created 1500');
  });

  it('asks whether a file that is not UTF-8 reads well as Windows-1252', async () => {
    const place = fixture.debugElement.query(By.directive(FileDrop)).componentInstance as FileDrop;
    const bytes = Uint8Array.from('destination_url,title\nhttps://example.com/,Gr\xfc\xdfe\n', (letter) =>
      letter.charCodeAt(0),
    );
    place.chosen.emit(new File([bytes], 'old.csv'));
    await shows('Grüße');
    await press('import.encoding.yes');
    const [check] = await checks();
    expect(check && (await fileOf(check).text())).toContain('Grüße');
  });

  it('asks how dates are to be read, once for all, and nothing else of a file in the format', async () => {
    drop('dates.csv', 'slug,destination_url,expires_at\na,https://example.com/,03/04/2026\n');
    await shows('import.dates.heading');
    const [form] = element().querySelectorAll('select');
    if (!form) throw new Error('no form');
    form.value = 'month_first';
    form.dispatchEvent(new Event('change'));
    await fixture.whenStable();
    await press('import.match.go');
    const [check] = await checks();
    expect(check && (await fileOf(check).text())).toMatch(/\na,https:\/\/example.com\/,2026-03-0[45]T/);
  });

  it.each([
    ['the zone of the reader', '', '2026-04-03T21:59:59Z'],
    ['UTC', 'utc', '2026-04-03T23:59:59Z'],
    ['another zone', 'kiritimati', '2026-04-03T09:59:59Z'],
  ])('reads dates in %s where the zone that was typed is %j', async (_, typed, instant) => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    drop('dates.csv', 'slug,destination_url,expires_at\na,https://example.com/,03/04/2026\n');
    await shows('import.dates.heading');
    const zone = element().querySelector<HTMLInputElement>('input[role=combobox]');
    if (!zone) throw new Error('no zone');
    zone.value = typed;
    zone.dispatchEvent(new Event('input'));
    zone.dispatchEvent(new Event('blur'));
    await fixture.whenStable();
    await press('import.match.go');
    const [check] = await checks();
    expect(check && (await fileOf(check).text())).toContain(`,${instant}`);
    vi.unstubAllEnvs();
  });

  it('forgets a file that another one is chosen instead of while it is checked', async () => {
    drop('bitly.csv', 'Bitlink,Long URL\nbit.ly/one,https://example.com/\n');
    await shows('import.match.heading');
    await press('import.match.go');
    const [late] = await checks();
    await press('import.other');
    late?.flush({ importId: 'i', fileHash: 'h', rowCount: 0, unknownColumns: [], rows: [] });
    await settled();
    expect(element().querySelector('input[type=file]')).not.toBeNull();
    expect(element().querySelector('.summary')).toBeNull();
  });

  it('goes on from the columns only when one of them holds the destinations', async () => {
    drop('names.csv', 'Name,Count\nOne,1\n');
    await shows('import.warning.no_destination');
    await press('import.match.go');
    expect(element().textContent).toContain('import.match.missing');
    http.expectNone('/api/links/import/preview');
    await press('import.other');
    expect(element().querySelector('input[type=file]')).not.toBeNull();
  });

  it('names what a file is that holds no list', async () => {
    drop('links.xlsx', 'PK\u0003\u0004');
    await shows('import.refused.spreadsheet');
  });

  it('says what the server says of a file that is wrong in the format', async () => {
    drop('links.csv');
    const [check] = await checks();
    check?.flush({ code: 'file_invalid', message: 'refused' }, { status: 422, statusText: 'no' });
    await shows('refused');
    expect(element().querySelector('app-column-match')).toBeNull();
  });

  it('puts the import back into the trash, and says what stays', async () => {
    const toasts = TestBed.inject(Toasts);
    vi.spyOn(TestBed.inject(Confirm), 'ask').mockResolvedValue(true);
    await open(2);
    await press('import.run 2');
    await create(sent());
    await press('import.outcome.undo');
    http.expectOne('/api/links/import/i/undo').flush({ undone: 1, kept: [{ linkId: '2', reason: 'changed' }] });
    await settled();
    expect(toasts.toasts()).toMatchObject([{ text: 'import.outcome.undone 1 import.outcome.kept 1' }]);
    // Nothing is left to undo.
    const outcome = element().querySelector('app-import-outcome');
    expect(outcome?.textContent).toContain('import.outcome.undone 1');
    expect([...(outcome?.querySelectorAll('.actions button') ?? [])].map((b) => b.textContent.trim())).not.toContain(
      'import.outcome.undo',
    );
  });

  it('takes a double press for one', async () => {
    await open(3);
    const button = [...element().querySelectorAll('button')].find(({ textContent }) => textContent.includes('run 3'));
    button?.click();
    button?.click();
    expect(http.match('/api/links/import')).toHaveLength(1);
  });

  it('says after a lost connection that nothing is known, and sends the same rows of the same import again', async () => {
    await open(3);
    await press('import.run 3');
    const lost = sent();
    lost.error(new ProgressEvent('error'));
    await settled();
    expect(element().textContent).toContain('import.lost');
    await press('import.run 3');
    const again = sent();
    expect(again.request.body).toEqual(lost.request.body);
    await create(again, 'already_imported');
    expect(element().textContent).toContain('import.createdBefore 3');
    expect(element().textContent).not.toContain('import.lost');
  });
});
