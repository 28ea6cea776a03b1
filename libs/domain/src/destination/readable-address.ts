import { decodePunycode } from './punycode.js';

/** Scripts in which host names are written (UAX 31, recommended); a label in any other script is shown as stored. */
const SCRIPTS = [
  ...['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Thaana', 'Ethiopic', 'Hangul', 'Han'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
  ...['Thai', 'Lao', 'Tibetan', 'Myanmar', 'Khmer', 'Mongolian'],
];
// Click letters (U+01C0–U+01C3) are excluded: they are Latin letters that look like URL delimiters.
const inScripts = (...scripts: readonly string[]): RegExp =>
  new RegExp(
    `^(?:[0-9-]|(?=[\\p{L}\\p{M}\\p{N}])(?![\u01c0-\u01c3])(?:${scripts.map((name) => `\\p{scx=${name}}`).join('|')}))+$`,
    'u',
  );
let ofOneScript: readonly RegExp[] | undefined;
/** One script per label, except Japanese, which mixes three. Made when first needed: that takes tens of milliseconds. */
const scriptPatterns = (): readonly RegExp[] =>
  (ofOneScript ??= [...SCRIPTS.map((script) => inScripts(script)), inScripts('Han', 'Hiragana', 'Katakana')]);
/** Cyrillic letters that look like Latin ones: a label of only these can be mistaken for a different, Latin name. */
const LATIN_LOOKALIKES = /^[асԁеһіјӏорԛѕԝхуъьҽпгѵѡ0-9-]+$/u;

/** `xn--` labels of a host; a label that cannot be decoded stays unchanged. */
const PUNYCODE = /xn--[a-z0-9-]+/gi;
const decodeLabel = (label: string): string => decodePunycode(label) ?? label;

/**
 * A host in readable form (decisions 14): international labels are decoded if each is of one script and encodes back to
 * the same `xn--` form; otherwise the host is returned unchanged.
 * @param host in its stored form, with or without port.
 */
export function readableHost(host: string): string {
  if (!/xn--/i.test(host)) return host;
  const decoded = host.replace(PUNYCODE, decodeLabel);
  const name = decoded.replace(/:\d+$/, '');
  const labels = name.split('.');
  const areClear = labels.every((label) => scriptPatterns().some((script) => script.test(label)));
  const isForeign = labels.some((label) => LATIN_LOOKALIKES.test(label) && /[^0-9-]/.test(label));
  const isLookalike = isForeign && /^[a-z0-9-]+$/.test(labels.at(-1) ?? '');
  if (!areClear || isLookalike || !URL.canParse(`https://${decoded}`)) return host;
  return new URL(`https://${decoded}`).host === new URL(`https://${host}`).host ? decoded : host;
}

/** Characters that change the meaning of a URL when decoded: delimiters and the percent sign. */
const DELIMITER = /[\u0021-\u002c/:-@[-`{-~]/;
/**
 * Invisible characters and those that reorder or move visible text: controls, direction marks, white space other than a
 * plain space.
 */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;

/** Decodes percent-encoded UTF-8; characters that match `keep` and bytes that are not valid UTF-8 stay encoded. */
function decodeRuns(text: string, keep: RegExp): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return Array.from(decodeURIComponent(run), (letter) =>
        keep.test(letter) ? encodeURIComponent(letter).replace(/^[^%]$/, hexOf) : letter,
      ).join('');
    } catch {
      return run;
    }
  });
}
const hexOf = (letter: string): string => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
const KEPT_ENCODED = new RegExp(`${DELIMITER.source}|${UNSEEN.source}`, 'u');

/**
 * A URL in readable form (decisions 14): the host by {@link readableHost}, the rest decoded where it is valid UTF-8 of
 * visible characters. Delimiters stay encoded, so that it still resolves to the same resource as the stored form.
 * @param url with a scheme, in its stored form; anything else is returned unchanged.
 */
export function readableAddress(url: string): string {
  const [, scheme, host, rest] = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)([^]*)$/i.exec(url) ?? [];
  if (scheme === undefined || host === undefined || rest === undefined) return url;
  return `${scheme}${readableHost(host)}${decodeRuns(rest, KEPT_ENCODED)}`;
}

/**
 * A text with every `xn--` label and every percent-encoded character decoded, so that search finds a URL whichever form
 * it is stored or typed in. Control characters stay encoded.
 */
export function decodedText(text: string): string {
  return decodeRuns(text.replace(PUNYCODE, decodeLabel), /\p{Cc}/u);
}
