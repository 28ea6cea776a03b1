import { describe, expect, it } from 'vitest';
import { inFormat, meaningsOf, readForeignFile } from './foreign-file';

const read = (text: string | Uint8Array<ArrayBuffer>) => readForeignFile(new File([text], 'links.csv'));

/** The file as it is sent when nobody changes what the names say. */
const translated = async (text: string): Promise<string> => {
  const file = await read(text);
  if (file === null) throw new Error('not read');
  return inFormat(file, meaningsOf(file)).text();
};

describe('files of other programs', () => {
  it.each([
    ['Bitlink,Long URL,Title,Created', ['slug', 'destination_url', 'title', '']],
    [
      'createdAt,domain,shortCode,shortUrl,longUrl,title,tags,visits',
      ['', '', 'slug', '', 'destination_url', 'title', 'tags', ''],
    ],
    ['keyword,url,title,timestamp,ip,clicks', ['slug', 'destination_url', 'title', '', '', '']],
    ['Slashtag,Destination URL,Description', ['slug', 'destination_url', 'notes']],
    [
      'originalURL,path,expiresAt,expiredURL,UTM Source',
      ['destination_url', 'slug', 'expires_at', 'expiration_destination', 'utm_source'],
    ],
    ['Ziel,Anzahl', ['', '']],
  ])('knows %s', (header, meanings) => {
    expect(meaningsOf({ columns: header.split(','), rows: [] })).toEqual(meanings);
  });

  it('takes the last part of a whole short address for the slug', async () => {
    const text =
      'short_url,url\nhttps://sho.rt/a?x=1,https://a.example/\ngo/b/,https://b.example/\nhttps://sho.rt,https://c.example/\nd,https://d.example/\n';
    expect(await translated(text)).toBe(
      'slug,destination_url\na,https://a.example/\nb,https://b.example/\n,https://c.example/\nd,https://d.example/\n',
    );
  });

  it('puts tags apart as the format has it', async () => {
    expect(await translated('url,tags\nhttps://a.example/,"red, blue"\nhttps://b.example/,"a|b, c"\n')).toBe(
      'destination_url,tags\nhttps://a.example/,red|blue\nhttps://b.example/,"a|b, c"\n',
    );
  });

  it('reads semicolons, a byte order mark, quotes over lines and rows that are too long', async () => {
    expect(await translated('\ufeffURL;Note\r\n"https://a.example/?a=1,2";"one\ntwo";more\r\n')).toBe(
      'destination_url,notes\n"https://a.example/?a=1,2","one\ntwo",more\n',
    );
  });

  it('reads what a spreadsheet copies or saves with tabs', async () => {
    expect(await translated('destination_url\ttitle\nhttps://a.example/\tOne, two\n')).toBe(
      'destination_url,title\nhttps://a.example/,"One, two"\n',
    );
  });

  it('reads past the line that tells a spreadsheet its separator', async () => {
    expect(await translated('sep=;\r\nLong URL;Slug\r\nhttps://a.example/;a\r\n')).toBe(
      'destination_url,slug\nhttps://a.example/,a\n',
    );
  });

  it('takes the first row of a file without a header for a row, and finds the destinations by themselves', async () => {
    expect(await translated('a,https://a.example/\nb,https://b.example/\n')).toBe(
      'destination_url\nhttps://a.example/\nhttps://b.example/\n',
    );
    expect((await read(`https://a.example/${',x'.repeat(27)}\n`))?.columns.slice(-2)).toEqual(['AA', 'AB']);
  });

  it('leaves what is no CSV of text to the server', async () => {
    expect(await read('url\n')).toBeNull();
    expect(await read('url\n"open')).toBeNull();
    expect(await read(Uint8Array.from([0xff, 0xfe, 0x75, 0x00]))).toBeNull();
  });
});
