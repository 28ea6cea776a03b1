import type { Config } from '../config/index.js';

/**
 * What a request's host selects.
 * `single`: the one workspace. `bare`: the host itself, no workspace. `workspace`: the label left of the host.
 * `foreign`: a host that is none of ours. `onShortDomain`: the host is the short domain and not the dashboard's.
 */
export type HostTarget =
  | { readonly kind: 'single'; readonly onShortDomain: boolean }
  | { readonly kind: 'bare'; readonly onShortDomain: boolean }
  | { readonly kind: 'workspace'; readonly label: string; readonly onShortDomain: boolean }
  | { readonly kind: 'foreign'; readonly onShortDomain: false };

/** A DNS name (RFC 1035, 2.3.4, as text) with a port. */
const HOST_MAX = 253 + ':65535'.length;

/** Resolves host headers once per distinct host: the answer depends on the configuration alone. */
export class HostTargets {
  private readonly publicHost: string;
  private readonly shortHost: string;
  private readonly known = new Map<string, HostTarget>();

  constructor(private readonly config: Config) {
    this.publicHost = config.publicUrl.host.toLowerCase();
    this.shortHost = config.shortUrl.host.toLowerCase();
  }

  /** @param host the `Host` header as sent, port included. */
  of(host: string | undefined): HostTarget {
    const name = (host ?? '').toLowerCase();
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const target = this.resolve(name);
    // Hosts come from outside: keep a bounded number of them, and none that is too long to be one.
    if (name.length > HOST_MAX) return target;
    if (this.known.size >= 10_000) this.known.clear();
    this.known.set(name, target);
    return target;
  }

  private resolve(host: string): HostTarget {
    if (this.config.mode === 'single') {
      return { kind: 'single', onShortDomain: this.config.hasShortDomain && sameHost(host, this.shortHost) };
    }
    for (const [base, onShortDomain] of [
      [this.publicHost, false],
      [this.shortHost, true],
    ] as const) {
      const isShort = onShortDomain && this.config.hasShortDomain;
      if (sameHost(host, base)) return { kind: 'bare', onShortDomain: isShort };
      const label = labelBefore(host, base);
      if (label !== null) return { kind: 'workspace', label, onShortDomain: isShort };
    }
    return { kind: 'foreign', onShortDomain: false };
  }
}

/** Ports are not compared where one side has none: a proxy may drop or add it. */
function sameHost(host: string, base: string): boolean {
  return host === base || hostname(host) === hostname(base);
}

function labelBefore(host: string, base: string): string | null {
  const suffix = `.${hostname(base)}`;
  const name = hostname(host);
  if (!name.endsWith(suffix)) return null;
  const label = name.slice(0, -suffix.length);
  return label !== '' && !label.includes('.') ? label : null;
}

function hostname(host: string): string {
  return host.startsWith('[') ? host.replace(/\]:\d+$/, ']') : host.replace(/:\d+$/, '');
}
