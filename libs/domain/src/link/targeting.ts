import type { Targeting, TargetingSystem } from '@signpost/contracts';

/** The operating system that targeting uses: ChromeOS and unknown desktops are `desktop`; null: unknown. */
export type VisitorSystem = TargetingSystem | null;

/** A destination and the rule that chose it. */
export interface ChosenDestination {
  url: string;
  rule: 'country' | 'os' | 'default';
}

const DESKTOP_SYSTEMS: ReadonlySet<VisitorSystem> = new Set<VisitorSystem>(['windows', 'macos', 'linux']);

/**
 * Normalises a country code: two upper-case letters, common non-official codes replaced (`UK`, `EL`). Null for anything
 * else, including the codes that ISO 3166 leaves to its users (`AA`, `QM`–`QZ`, `XA`–`XZ`, `ZZ`), which data sources
 * use for "unknown"; the exception is `XK`, which universally means Kosovo.
 */
export function parseCountry(input: string | null | undefined): string | null {
  if (typeof input !== 'string' || !/^[A-Za-z]{2}$/.test(input)) return null;
  const country = input.toUpperCase();
  if (USER_ASSIGNED.test(country)) return null;
  return IN_USE_FOR[country] ?? country;
}

const USER_ASSIGNED = /^(?:AA|Q[M-Z]|X(?!K)[A-Z]|ZZ)$/;
/**
 * Common codes that differ from the official ones: `UK` for the United Kingdom, `EL` for Greece in the European Union.
 */
const IN_USE_FOR: Readonly<Partial<Record<string, string>>> = { UK: 'GB', EL: 'GR' };

/** Precedence: country, then a specific operating system, then `desktop`, then the main destination. */
export function chooseDestination(
  destinationUrl: string,
  targeting: Targeting | null,
  country: string | null,
  os: VisitorSystem,
): ChosenDestination {
  if (targeting !== null) {
    const byCountry = country === null ? undefined : own(targeting.country, country);
    if (byCountry !== undefined) return { url: byCountry, rule: 'country' };
    const byOs = os === null ? undefined : (own(targeting.os, os) ?? desktopTarget(targeting, os));
    if (byOs !== undefined) return { url: byOs, rule: 'os' };
  }
  return { url: destinationUrl, rule: 'default' };
}

function desktopTarget(targeting: Targeting, os: VisitorSystem): string | undefined {
  return DESKTOP_SYSTEMS.has(os) ? own(targeting.os, 'desktop') : undefined;
}

/** Reads own properties only, so that a key such as `constructor` cannot reach the prototype. */
function own(map: Readonly<Record<string, string | undefined>> | undefined, key: string): string | undefined {
  return map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined;
}
