import { decodePunycode } from './punycode.js';

/** Scripts in which host names are written (UAX 31, recommended); a label in another one stays as it is stored. */
const SCRIPTS = [
  ...['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Thaana', 'Ethiopic', 'Hangul', 'Han'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
  ...['Thai', 'Lao', 'Tibetan', 'Myanmar', 'Khmer', 'Mongolian'],
];
// Clicks of African languages are Latin letters that look like the signs of a URL.
const inScripts = (...scripts: readonly string[]): RegExp =>
  new RegExp(
    `^(?:[0-9-]|(?=[\\p{L}\\p{M}\\p{N}])(?![\u01c0-\u01c3])(?:${scripts.map((name) => `\\p{scx=${name}}`).join('|')}))+$`,
    'u',
  );
/** Japanese is written in three scripts at once. */
const OF_ONE_SCRIPT = [...SCRIPTS.map((script) => inScripts(script)), inScripts('Han', 'Hiragana', 'Katakana')];
/** Cyrillic letters that look like Latin ones: a name of nothing else is read as another name. */
const LATIN_LOOKALIKES = /^[асԁеһіјӏорԛѕԝхуъьҽпгѵѡ0-9-]+$/u;

/** `xn--` labels of a host, each decoded; one that cannot be stays. */
const PUNYCODE = /xn--[a-z0-9-]+/gi;
const decodeLabel = (label: string): string => decodePunycode(label) ?? label;

/**
 * A host as people read it (decisions 14): its international labels in their letters where each is of one script and is
 * what that `xn--` form stands for, else the host as it is.
 * @param host in its stored form, with or without port.
 */
export function readableHost(host: string): string {
  if (!/xn--/i.test(host)) return host;
  const decoded = host.replace(PUNYCODE, decodeLabel);
  const name = decoded.replace(/:\d+$/, '');
  const labels = name.split('.');
  const areClear = labels.every((label) => OF_ONE_SCRIPT.some((script) => script.test(label)));
  const isForeign = labels.some((label) => LATIN_LOOKALIKES.test(label) && /[^0-9-]/.test(label));
  const isLookalike = isForeign && /^[a-z0-9-]+$/.test(labels.at(-1) ?? '');
  if (!areClear || isLookalike || !URL.canParse(`https://${decoded}`)) return host;
  return new URL(`https://${decoded}`).host === new URL(`https://${host}`).host ? decoded : host;
}

/** What changes the meaning of an address when it stands there decoded: delimiters and the percent sign. */
const DELIMITER = /[\u0021-\u002c/:-@[-`{-~]/;
/** What is not seen, or changes the order or the place of what is: controls, marks of direction, white space but one. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;

/** Replaces percent-encoded runs of UTF-8; `keep` says which characters stay encoded. Bytes that are no UTF-8 stay too. */
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
const hexOf = (letter: string): string => `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
const KEPT_ENCODED = new RegExp(`${DELIMITER.source}|${UNSEEN.source}`, 'u');

/**
 * An address as people read it (decisions 14): the host by {@link readableHost}, the rest decoded where it is valid UTF-8
 * of characters that are seen. Delimiters stay encoded, so that it leads where the stored one does.
 * @param url with a scheme, in its stored form; anything else is answered as it is.
 */
export function readableAddress(url: string): string {
  const [, scheme, host, rest] = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)([^]*)$/i.exec(url) ?? [];
  if (scheme === undefined || host === undefined || rest === undefined) return url;
  return `${scheme}${readableHost(host)}${decodeRuns(rest, KEPT_ENCODED)}`;
}

/**
 * A text with every `xn--` label and every percent-encoded character decoded: what search finds an address by, however
 * either of them is written. Control characters stay encoded.
 */
export function decodedText(text: string): string {
  return decodeRuns(text.replace(PUNYCODE, decodeLabel), /\p{Cc}/u);
}
