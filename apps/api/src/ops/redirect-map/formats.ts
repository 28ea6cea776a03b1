import { createHash } from 'node:crypto';
import type { MappedAddress } from './list-redirects.js';

/** Facts for the header of a file. */
export interface MapFacts {
  /** Upper bound of the number of addresses. */
  readonly count: number;
  /** Origin of short links. */
  readonly origin: URL;
}

/** Output format for one kind of server. */
export interface MapFormat {
  /** File name used by the job. */
  readonly file: string;
  begin(facts: MapFacts): string;
  /** @param before the previously written address, null for the first. */
  line(address: MappedAddress, before: MappedAddress | null, facts: MapFacts): string;
  /**
   * @param last the last written address, null when there was none.
   * @param exact all addresses that differ from another one only in case.
   */
  end(last: MappedAddress | null, facts: MapFacts, exact: readonly MappedAddress[]): string;
}

const percent = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/** Encoded for a URL. */
const encoded = (path: string): string => encodeURI(path).replace(/[?#]/g, percent);

/** These servers match lines case-insensitively, so they could not distinguish such addresses. */
const leftOut = (host: string, path: string): string =>
  `# Left out, as another address differs by case alone: ${host}${encoded(path)}\n`;

/** The port to listen on. */
const portOf = (origin: URL): string => (origin.port === '' ? '80' : origin.port);
const withoutPort = (host: string): string => host.replace(/:\d+$/, '');

/**
 * For `http { include …; }`: a map of all addresses, a map of case-sensitive ones, which is checked first, and a server
 * that uses both.
 */
const nginx: MapFormat = {
  file: 'redirects.nginx.conf',
  begin: ({
    count,
  }) => `# Written by Signpost. In http: include this file. Strings of a map are compared without regard to case.
map_hash_max_size ${Math.max(2_048, count * 2)};
map_hash_bucket_size 512;
geo $signpost_dollar { default "$"; }
map $uri $signpost_path {
    default $uri;
    "~^(?<signpost_bare>/.+)/$" $signpost_bare;
}
map "$host$signpost_path" $signpost_destination {
    default "";
`,
  line: ({ host, path, isCaseExact, destination }) =>
    isCaseExact
      ? ''
      : spellings(path)
          .map((one) => `    ${quoted(withoutPort(host) + one)} ${inNginx(destination)};\n`)
          .join(''),
  end: (_last, { origin }, exact) => `}
map "$host$signpost_path" $signpost_exact {
    default "";
${exact.map(({ host, path, destination }) => `    "~^${inPattern(withoutPort(host) + path)}$" ${inNginx(destination)};\n`).join('')}}
server {
    # Where TLS ends here, listen on 443 with your certificate as well.
    listen ${portOf(origin)};
    server_name ${origin.hostname} *.${origin.hostname};
    add_header Cache-Control "private, no-store" always;
    location / {
        if ($signpost_exact != "") { return 302 $signpost_exact; }
        if ($signpost_destination = "") { return 404; }
        return 302 $signpost_destination;
    }
}
`,
};

/** Spellings of a path that nginx must list separately: it only ignores the case of ASCII letters. */
function spellings(path: string): string[] {
  if (/^[ -~]*$/.test(path)) return [path];
  const asCompared = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const all = [path, path.toLowerCase(), path.toUpperCase()];
  return [...new Map(all.map((one) => [asCompared(one), one])).values()];
}

/** Escaped for a regular expression. */
const inPattern = (text: string): string =>
  text.replace(/[^\w/~\u0080-\uffff-]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);

const quoted = (text: string): string => `"${text.replaceAll(/[\\"]/g, '\\$&')}"`;

/** Values may contain variables, and nginx can only represent a literal dollar sign through a variable. */
const inNginx = (text: string): string => quoted(text).replaceAll('$', '${signpost_dollar}');

/** Lines for one site block. Paths are matched case-insensitively. */
const caddy: MapFormat = {
  file: 'redirects.caddy',
  begin: () => '# Written by Signpost. In the block of a site: import this file.\n',
  line: ({ host, path, isCaseExact, destination }, before, { origin }) => {
    const lines = isCaseExact ? leftOut(host, path) : linesInCaddy(path, destination);
    // A single host needs no matcher.
    if (host === origin.host) return lines;
    const opens =
      before?.host === host ? '' : `@${siteOf(host)} host ${withoutPort(host)}\nhandle @${siteOf(host)} {\n`;
    return `${before === null || opens === '' ? '' : '}\n'}${opens}${lines.replace(/^/gm, '\t').replace(/\t$/, '')}`;
  },
  end: (last, { origin }) => (last === null || last.host === origin.host ? '' : '}\n'),
};

const siteOf = (host: string): string => `signpost-${withoutPort(host).replaceAll('.', '-')}`;

/**
 * What plain Caddy paths cannot say: characters with a special meaning (patterns, placeholders, escapes), and a dot at the end,
 * which Caddy removes from the request's path only.
 */
const CADDY_SIGNS = /[%{}*?[\]\\]|\.$/;

/** A path also matches with a trailing slash, as in Signpost. */
function linesInCaddy(path: string, destination: string): string {
  const to = `${inCaddy(destination)} 302\n`;
  if (!CADDY_SIGNS.test(path)) {
    return [path, `${path}/`].map((one) => `redir ${/^[\w/.~-]+$/.test(one) ? one : inCaddy(one)} ${to}`).join('');
  }
  const matcher = `@path-${createHash('sha256').update(path).digest('hex').slice(0, 16)}`;
  return `${matcher} path_regexp \`(?i)^${inPattern(path)}/?$\`\nredir ${matcher} ${to}`;
}

/**
 * Quotes a text for Caddy. Within quotes a backslash is literal unless a quote follows. Braces are percent-encoded,
 * because their escaping depends on whether the lines are imported or pasted.
 */
function inCaddy(text: string): string {
  const plain = text.replace(/[{}]/g, percent).replace(/\\(?="|$)/g, percent);
  return `"${plain.replaceAll('"', '\\"')}"`;
}

/** A `_redirects` file for static hosts, in which `*` and `:` are pattern characters. */
const netlify: MapFormat = {
  file: '_redirects',
  begin: () => '',
  line: ({ host, path, isCaseExact, destination }, _before, { origin }) =>
    isCaseExact
      ? leftOut(host, path)
      : `${host === origin.host ? '' : `${origin.protocol}//${host}`}${encoded(path).replace(/[*:]/g, percent)} ${destination} 302\n`,
  end: () => '',
};

const json: MapFormat = {
  file: 'redirects.json',
  begin: () => '[',
  line: ({ host, path, destination }, before) =>
    `${before === null ? '' : ','}\n${JSON.stringify({ host, path: encoded(path), destination })}`,
  end: () => '\n]\n',
};

/** The formats by the names that the command takes. */
export const MAP_FORMATS: Readonly<Record<string, MapFormat>> = { nginx, caddy, netlify, json };
