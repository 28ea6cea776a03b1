import { connect } from 'node:net';
import { setUpOwner, startApp, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let app: AppProcess;
let slug: string;
let session: string;

beforeAll(async () => {
  app = await startApp();
  const owner = await setUpOwner(app);
  session = owner.cookie('signpost_session') ?? '';
  slug = (await owner.post('/api/links', { destinationUrl: 'https://example.com/' })).body.slug as string;
});
afterAll(() => app?.stop());

/** Sends bytes as they are and reads until the server closes the connection. */
function exchange(bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(app.port, '127.0.0.1', () => socket.write(bytes));
    // Only a server that keeps the connection open after its answer gets here; what it said until then is checked.
    socket.setTimeout(5000, () => socket.destroy());
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // A server may reset what it refuses to read.
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve(received);
      else reject(error);
    });
    socket.on('close', () => {
      resolve(received);
    });
  });
}

const statusOf = (reply: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(reply)?.[1] ?? 0);
const head = 'Host: localhost\r\nConnection: close\r\n';

describe('paths that no browser sends', () => {
  test.each([
    ['an encoded slash', '/a%2Fb'],
    ['an encoded NUL', '/abc%00'],
    ['a broken percent', '/%'],
    ['a cut percent', '/abc%4'],
    ['overlong UTF-8', '/%c0%ae%c0%ae/'],
    ['a lone surrogate', '/%ed%a0%80'],
    ['dots', '/../../../etc/passwd'],
    ['encoded dots', '/%2e%2e/%2e%2e/etc/passwd'],
    ['dots below uploads', '/uploads/..%2f..%2fpackage.json'],
    ['double slashes', '//evil.example/abc'],
    ['a backslash', '/\\evil.example'],
    ['an absolute form', 'http://evil.example/abc'],
    ['a 60 kB path', `/${'a'.repeat(60_000)}`],
    ['a 60 kB query', `/abc?${'a=b&'.repeat(12_000)}`],
    ['a path of the object prototype', '/constructor'],
    ['another', '/__proto__'],
    ['high bytes', '/\u00ff\u00fe'],
    ['a tab', '/a\tb'],
  ])('%s is refused or not found, never an error and never a redirect elsewhere', async (_, path) => {
    const reply = await exchange(`GET ${path} HTTP/1.1\r\n${head}\r\n`);
    const status = statusOf(reply);
    expect([302, 400, 404, 414, 431, 200, 308]).toContain(status);
    expect(reply).not.toMatch(/Location: (?:https?:)?\/\/evil/i);
    expect(reply).not.toContain('root:');
  });
});

describe('letters that a client sends as they are', () => {
  const locationOf = (reply: string): string | undefined =>
    /^HTTP\/1\.1 302 [\s\S]*?\r\nLocation: (.*)\r\n/.exec(reply)?.[1];

  test.each([
    ['a zero-width space', '/SLUG\u200B'],
    ['a no-break space and a word', '/SLUG\u00A0und'],
    ['a space and a word', '/SLUG and more'],
    ['a full-width bracket, after several slashes', '//SLUG\uFF09'],
    ['a query', '/SLUG?name=Zo\u00EB'],
  ])('%s: the visitor gets there', async (_, typed) => {
    const reply = await exchange(`GET ${typed.replace('SLUG', slug)} HTTP/1.1\r\n${head}\r\n`);
    const encoded = locationOf(reply) ?? '';
    expect(encoded).toMatch(/^\/[!-~]+$/);
    const visit = await app.client().get(encoded);
    expect([visit.status, visit.headers.get('location')?.startsWith('https://example.com/')]).toEqual([302, true]);
  });

  test('bytes of any encoding are kept, and what is encoded stays so', async () => {
    const reply = await exchange(Buffer.from(`GET /${slug}?a=%20\u00FC&b=\\ HTTP/1.0\r\n\r\n`, 'latin1'));
    expect(locationOf(reply)).toBe(`/${slug}?a=%20%FC&b=%5C`);
  });

  test.each([
    ['another host', '//evil.example/\u00E4', '/evil.example/%C3%A4'],
    ['another host after a backslash', '/\\evil.example/\u00E4', '/%5Cevil.example/%C3%A4'],
  ])('%s is not where it leads', async (_, typed, location) => {
    expect(locationOf(await exchange(`GET ${typed} HTTP/1.1\r\n${head}\r\n`))).toBe(location);
  });

  test.each([
    'POST /SLUG\u00E4',
    'GET /api/links?q=\u00E4',
    'GET //api/host?\u00E4',
    'GET /uploads/\u00E4',
    'GET http://evil.example/\u00E4',
  ])('%s is told what is wrong', async (line) => {
    expect(statusOf(await exchange(`${line.replace('SLUG', slug)} HTTP/1.1\r\n${head}\r\n`))).toBe(400);
  });
});

test.each(['/SLUG', '/nothing-here', '/api/host', '/'])('two Host headers at %s are refused', async (path) => {
  const reply = await exchange(`GET ${path.replace('SLUG', slug)} HTTP/1.1\r\nhost: other.example\r\n${head}\r\n`);
  expect([statusOf(reply), /^Location/im.test(reply)]).toEqual([400, false]);
});

describe('requests sent together', () => {
  const statusesOf = (reply: string): number[] =>
    [...reply.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
  const visit = () => `GET /${slug} HTTP/1.1\r\nHost: localhost\r\n`;

  test.each([
    ['another request, after the last one of the connection', `${head}\r\nGET /${'a'.repeat(9)} HTTP/1.1\r\n`, [302]],
    ['garbage', 'Host: localhost\r\n\r\n\u0000\u0001\r\n\r\n', [302, 400]],
    ['too large a header', `Host: localhost\r\n\r\nGET / HTTP/1.1\r\nA: ${'a'.repeat(140_000)}\r\n\r\n`, [302, 431]],
  ])('a visitor gets there whatever stands behind: %s', async (_, behind, statuses) => {
    expect(statusesOf(await exchange(`GET /${slug} HTTP/1.1\r\n${behind}`))).toEqual(statuses);
  });

  test('every request before one that cannot be read is answered', async () => {
    const reply = await exchange(
      `${`${visit()}\r\n`.repeat(3)}GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n{}\r\n\r\n`,
    );
    expect(statusesOf(reply)).toEqual([302, 302, 302, 200, 400]);
  });

  test('what is changed is answered as that', async () => {
    const body = '{"destinationUrl":"https://example.com/"}';
    const lines = [
      'POST /api/links HTTP/1.1',
      'Host: localhost',
      `Cookie: signpost_session=${session}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Connection: close',
    ];
    expect(statusesOf(await exchange(`${lines.join('\r\n')}\r\n\r\n${body}}`))).toEqual([201]);
  });
});

describe('hosts that no browser sends', () => {
  test.each([
    '[',
    'a b',
    '%',
    'a/b',
    'a@b',
    '',
    ':',
    'a:b',
    '[::1',
    'localhost:99999',
    '\u00e4',
    `${'a.'.repeat(5000)}a`,
  ])('%j is never an error', async (host) => {
    const heads = `Host: ${host}\r\nOrigin: http://localhost\r\nConnection: close\r\n`;
    const form = `${heads}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 10\r\n\r\npassword=a`;
    const json = `${heads}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`;
    for (const request of [
      `GET /${slug} HTTP/1.1\r\n${heads}\r\n`,
      `GET /p/${slug} HTTP/1.1\r\n${heads}\r\n`,
      `GET /api/host HTTP/1.1\r\n${heads}\r\n`,
      `POST /p/${slug} HTTP/1.1\r\n${form}`,
      `POST /p/${slug}/report HTTP/1.1\r\n${form}`,
      `POST /api/auth/login HTTP/1.1\r\n${json}`,
      `POST /api/report HTTP/1.1\r\n${json}`,
    ]) {
      const status = statusOf(await exchange(Buffer.from(request, 'latin1')));
      expect([request, status, status < 500]).toEqual([request, status, true]);
    }
  });
});

describe('shapes that smuggle', () => {
  test.each([
    [
      'length and chunks',
      `POST /api/auth/login HTTP/1.1\r\n${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n`,
    ],
    ['two lengths', `POST /api/auth/login HTTP/1.1\r\n${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`],
    ['a length that is no number', `POST /api/auth/login HTTP/1.1\r\n${head}Content-Length: +5\r\n\r\nhello`],
    [
      'a chunk size that is no number',
      `POST /api/auth/login HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`,
    ],
    ['a header with a space before its colon', `GET / HTTP/1.1\r\nHost : localhost\r\n\r\n`],
    ['a folded header', `GET / HTTP/1.1\r\nHost: localhost\r\n X: y\r\n\r\n`],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['a bare line feed', 'GET / HTTP/1.1\nHost: localhost\n\n'],
    ['another protocol', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'],
  ])('%s ends in a refusal and one answer', async (_, bytes) => {
    const reply = await exchange(Buffer.from(bytes, 'latin1'));
    expect(reply.match(/HTTP\/1\.1 \d{3}/g)?.length ?? 0).toBeLessThanOrEqual(1);
    if (reply !== '') expect(statusOf(reply)).toBeLessThan(500);
  });

  test('an address with letters as they are typed is told how they are written', async () => {
    const reply = await exchange(Buffer.from(`GET /api/links?q=Café HTTP/1.1\r\n${head}\r\n`));
    const [lines = '', body = ''] = reply.split('\r\n\r\n');
    expect(JSON.parse(body)).toMatchObject({ statusCode: 400, code: 'bad_request' });
    expect(lines).toMatch(/^HTTP\/1\.1 400 [\s\S]*X-Request-Id: /);
  });

  test('an expectation that nobody knows is no refusal', async () => {
    const reply = await exchange(`GET /api/host HTTP/1.1\r\n${head}Expect: the-unexpected\r\n\r\n`);
    expect(statusOf(reply)).toBe(200);
  });

  test.each([
    ['/api/links', 'application/json', 2_000_000],
    ['/api/links', 'application/json', 2 ** 53],
    ['/api/links/import/preview', 'multipart/form-data; boundary=x', 5_000_000],
  ])('%s: a body that says itself that it is too large is refused before it comes', async (path, type, length) => {
    const lines = `Cookie: signpost_session=${session}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n`;
    expect(statusOf(await exchange(`POST ${path} HTTP/1.1\r\n${head}${lines}\r\n{`))).toBe(413);
  });

  test('what a client has kept is no reason to answer nothing', async () => {
    const reply = await exchange(`GET /api/host HTTP/1.1\r\n${head}If-None-Match: *\r\n\r\n`);
    expect(statusOf(reply)).toBe(200);
  });

  test('two hosts are refused', async () => {
    const reply = await exchange(Buffer.from(`GET /api/host HTTP/1.1\r\n${head}Host: other.example\r\n\r\n`));
    expect(statusOf(reply)).toBe(400);
  });

  test('the process answers as before, and no target was taken apart by what Node has deprecated', async () => {
    for (const target of ['/api/host?a#b', '*', 'http://localhost/api/host'])
      await exchange(`OPTIONS ${target} HTTP/1.1\r\n${head}\r\n`);
    expect((await app.client().get('/api/health')).status).toBe(200);
    expect(app.output()).not.toContain('DEP0169');
  });
});

describe('requests that name the type of a body and bring none', () => {
  test.each([
    ['POST', '/p/SLUG', 'application/x-www-form-urlencoded'],
    ['POST', '/p/SLUG/report', 'application/x-www-form-urlencoded'],
    ['POST', '/api/auth/login', 'application/json'],
    ['POST', '/api/links/import/preview', 'multipart/form-data; boundary=x'],
    ['POST', '/api/report', 'application/json'],
    ['PATCH', '/api/workspaces', 'application/json'],
    ['GET', '/SLUG', 'application/json'],
    ['GET', '/api/host', 'application/json'],
    ['POST', '/nowhere', 'text/plain'],
  ])('%s %s is answered, and so is the next one on the connection', async (method, path, type) => {
    const heads = 'Host: localhost\r\nOrigin: http://localhost\r\n';
    const reply = await exchange(
      `${method} ${path.replace('SLUG', slug)} HTTP/1.1\r\n${heads}Content-Type: ${type}\r\n\r\n` +
        `GET /api/health HTTP/1.1\r\n${head}\r\n`,
    );
    const statuses = [...reply.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
    expect(statuses).toHaveLength(2);
    expect(statuses[0]).toBeLessThan(500);
    expect(statuses[1]).toBe(200);
  });
});

describe('requests that are sent ahead', () => {
  test('some are answered one after the other, in order', async () => {
    const ahead = ['/api/host', `/${slug}`, '/api/openapi.json', '/nothing-here', `/${slug}`];
    const requests = ahead.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    const reply = await exchange(`${requests.join('')}GET /api/health HTTP/1.1\r\n${head}\r\n`);
    expect(reply.match(/HTTP\/1\.1 \d{3}/g)).toEqual([200, 302, 200, 404, 302, 200].map((one) => `HTTP/1.1 ${one}`));
  });

  test.each(['/api/openapi.json', '/api/openapi.yaml', '/api/host', '/SLUG'])(
    'a packet full of requests for %s is cut off: nobody waits for it',
    async (path) => {
      const one = `GET ${path.replace('SLUG', slug)} HTTP/1.1\r\nHost: a\r\n\r\n`;
      const packets = Array.from({ length: 20 }, () => exchange(one.repeat(Math.floor(65_536 / one.length))));
      const replies = await Promise.all(packets);
      // Those that were cut off got no further than what may wait.
      for (const reply of replies) expect(reply.match(/HTTP\/1\.1 \d{3}/g)?.length ?? 0).toBeLessThanOrEqual(101);
      expect((await app.client().get('/api/health')).status).toBe(200);
    },
  );
});
