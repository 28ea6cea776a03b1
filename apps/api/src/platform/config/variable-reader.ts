/**
 * Reads variables of the environment by their form, and collects every problem, so that an operator sees all of them at once.
 * An empty variable counts as unset.
 */
export class VariableReader {
  /** Each begins with the name of its variable. */
  readonly problems: string[] = [];

  constructor(private readonly env: NodeJS.ProcessEnv) {}

  /** The text without white space around it; null when unset. */
  text(name: string): string | null {
    const value = this.env[name]?.trim();
    return value === undefined || value === '' ? null : value;
  }

  /** @param what continues the name: "must be …". */
  problem(name: string, what: string): void {
    this.problems.push(`${name}: ${what}`);
  }

  /** One of some words. */
  choice<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = this.text(name);
    if (value === null) return fallback;
    if ((allowed as readonly string[]).includes(value)) return value as T;
    this.problem(name, `must be one of ${allowed.join(', ')}`);
    return fallback;
  }

  /** A whole number from `min` to `max`. */
  integer(name: string, fallback: number, min: number, max: number): number {
    return this.optionalInteger(name, min, max) ?? fallback;
  }

  /** A whole number from `min` to `max`; null when unset. */
  optionalInteger(name: string, min: number, max: number): number | null {
    const value = this.text(name);
    if (value === null) return null;
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    this.problem(name, `must be a whole number from ${min} to ${max}`);
    return null;
  }

  /** A fraction, 0 to 1. */
  share(name: string, fallback: number): number {
    const value = this.text(name);
    if (value === null) return fallback;
    const number = /^\d{1,3}(?:\.\d{1,9})?$/.test(value) ? Number(value) : Number.NaN;
    if (number <= 1) return number;
    this.problem(name, 'must be a number from 0 to 1');
    return fallback;
  }

  /** @param words the values that the variable's documentation names; the other spellings are accepted too. */
  flag(name: string, fallback: boolean, words = 'true or false'): boolean {
    const value = this.text(name)?.toLowerCase();
    if (value === undefined) return fallback;
    if (['true', '1', 'on', 'yes'].includes(value)) return true;
    if (['false', '0', 'off', 'no'].includes(value)) return false;
    this.problem(name, `must be ${words}`);
    return fallback;
  }

  /** Text that matches `form`. Other text is reported as a problem and returned nevertheless, so that reading continues. */
  matching(name: string, form: RegExp, what: string): string | null {
    const value = this.text(name);
    if (value !== null && !form.test(value)) this.problem(name, `must be ${what}`);
    return value;
  }

  /** @param text is read instead of the variable's own text. */
  url(name: string, fallback: string, protocols: readonly string[] = ['http:', 'https:'], text = this.text(name)): URL {
    const value = text ?? fallback;
    if (URL.canParse(value)) {
      const url = new URL(value);
      // A PostgreSQL URL may name a socket in its query instead of a host.
      if (protocols.includes(url.protocol) && (url.host !== '' || url.search !== '')) return url;
    }
    this.problem(
      name,
      `must be an address beginning with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    );
    return new URL(fallback);
  }

  /** An origin: a URL without path, query, fragment and user. */
  origin(name: string, fallback: string): URL {
    const url = this.url(name, fallback);
    if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
      this.problem(name, 'must be an origin without path, query or user');
    }
    return new URL(url.origin);
  }

  /** A URL with one of the protocols; null when unset. */
  optionalUrl(name: string, protocols: readonly string[]): string | null {
    return this.text(name) === null ? null : this.url(name, `${protocols[0] ?? 'http:'}//localhost`, protocols).href;
  }

  /** Whether all variables of a group are set; a group that is set only in part is reported as a problem. */
  together(names: readonly string[]): boolean {
    const missing = names.filter((name) => this.text(name) === null);
    if (missing.length === 0) return true;
    if (missing.length < names.length) {
      for (const name of missing)
        this.problem(name, `is needed together with ${names.filter((n) => n !== name).join(', ')}`);
    }
    return false;
  }
}
