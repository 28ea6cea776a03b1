import type { Targeting, TargetingSystem } from '@signpost/contracts';

/** The system that targeting sees in a visitor: ChromeOS and unknown desktops are plainly `desktop`; null: unknown. */
export type VisitorSystem = TargetingSystem | null;

export interface ChosenDestination {
  url: string;
  rule: 'country' | 'os' | 'default';
}

const DESKTOP_SYSTEMS: ReadonlySet<VisitorSystem> = new Set<VisitorSystem>(['windows', 'macos', 'linux']);

/**
 * A country code as the rest of the product knows it: two letters, upper case, the official one where another is in use
 * (`UK`, `EL`). Anything else is null, and so is what ISO 3166 leaves to its users (`AA`, `QM`–`QZ`, `XA`–`XZ`, `ZZ`): `XX`
 * and `ZZ` say that nothing is known, `XK` alone is a country that everybody means, Kosovo.
 */
export function parseCountry(input: string | null | undefined): string | null {
  if (typeof input !== 'string' || !/^[A-Za-z]{2}$/.test(input)) return null;
  const country = input.toUpperCase();
  if (USER_ASSIGNED.test(country)) return null;
  return IN_USE_FOR[country] ?? country;
}

const USER_ASSIGNED = /^(?:AA|Q[M-Z]|X(?!K)[A-Z]|ZZ)$/;
/** Codes in use beside the official one: what the United Kingdom and the European Union call themselves and Greece. */
const IN_USE_FOR: Readonly<Partial<Record<string, string>>> = { UK: 'GB', EL: 'GR' };

/** Country beats operating system, a specific system beats `desktop`, and the main destination is for everyone else. */
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

/** An own value: a country or system word must never reach a property that every object has. */
function own(map: Readonly<Record<string, string | undefined>> | undefined, key: string): string | undefined {
  return map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined;
}
