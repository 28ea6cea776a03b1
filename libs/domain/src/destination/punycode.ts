// Parameters of RFC 3492, section 5.
const [BASE, T_MIN, T_MAX, SKEW, DAMP, FIRST_BIAS, FIRST_CODE] = [36, 1, 26, 38, 700, 72, 0x80];

/**
 * Decodes a host label that begins with `xn--` (RFC 3492); browsers only encode such labels and offer no decoder.
 * @returns null for a label that is not valid punycode.
 */
export function decodePunycode(label: string): string | null {
  const encoded = /^xn--(.*)$/i.exec(label)?.[1]?.toLowerCase();
  if (encoded === undefined || !/^[a-z0-9-]+$/.test(encoded)) return null;
  const hyphen = encoded.lastIndexOf('-');
  const letters = Array.from(encoded.slice(0, Math.max(0, hyphen)));
  let [code, bias, index] = [FIRST_CODE, FIRST_BIAS, 0];
  for (let at = hyphen + 1; at < encoded.length;) {
    const before = index;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = digitOf(encoded.charCodeAt(at++));
      if (digit === null) return null;
      index += digit * weight;
      const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX);
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const count = letters.length + 1;
    bias = adapted(index - before, count, before === 0);
    code += Math.floor(index / count);
    index %= count;
    if (code > 0x10ffff) return null;
    letters.splice(index++, 0, String.fromCodePoint(code));
  }
  return letters.join('');
}

/** `a` to `z` are 0 to 25, `0` to `9` are 26 to 35; null past the end and for a hyphen. */
function digitOf(character: number): number | null {
  if (character >= 0x61 && character <= 0x7a) return character - 0x61;
  return character >= 0x30 && character <= 0x39 ? character - 0x30 + 26 : null;
}

/** The bias for the next letter (section 6.1). */
function adapted(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
