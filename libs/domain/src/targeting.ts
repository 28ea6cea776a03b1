import type { Targeting, TargetingSystem } from '@signpost/contracts';

/** The system that targeting sees in a visitor: ChromeOS and unknown desktops are plainly `desktop`; null: unknown. */
export type VisitorSystem = TargetingSystem | null;

export interface ChosenDestination {
  url: string;
  rule: 'country' | 'os' | 'default';
}

const DESKTOP_SYSTEMS: ReadonlySet<VisitorSystem> = new Set<VisitorSystem>(['windows', 'macos', 'linux']);

/**
 * A country code as the rest of the product knows it: two letters, upper case. Anything else is null, and so are `XX`
 * (unknown) and `T1` (the Tor network), which proxies send.
 */
export function parseCountry(input: string | null | undefined): string | null {
  if (typeof input !== 'string' || !/^[A-Za-z]{2}$/.test(input)) return null;
  const country = input.toUpperCase();
  return country === 'XX' ? null : country;
}

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
