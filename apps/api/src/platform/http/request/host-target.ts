import { LIMITS } from '@signpost/contracts';
import type { Config } from '../../config/index.js';

/**
 * What a request's host selects.
 * `single`: the one workspace. `bare`: the configured host itself, no workspace. `workspace`: the label before the host.
 * `foreign`: an unknown host. `onShortDomain`: the host is the short domain and not the dashboard's.
 */
export type HostTarget =
  | { readonly kind: 'single'; readonly onShortDomain: boolean }
  | { readonly kind: 'bare'; readonly onShortDomain: boolean }
  | { readonly kind: 'workspace'; readonly label: string; readonly onShortDomain: boolean }
  | { readonly kind: 'foreign'; readonly onShortDomain: false };

/** A DNS name (RFC 1035, 2.3.4, as text) with a port. */
const HOST_MAX = 253 + ':65535'.length;

/** Resolves host headers, once per distinct host, because the result depends only on the configuration. */
export class HostTargets {
  private readonly publicHost: string;
  private readonly shortHost: string;
  private readonly known = new Map<string, HostTarget>();
  /** Set with one workspace and one host, where the header makes no difference. */
  private readonly only: HostTarget | null;

  constructor(private readonly config: Config) {
    this.publicHost = config.publicUrl.host.toLowerCase();
    this.shortHost = config.shortUrl.host.toLowerCase();
    this.only = config.mode === 'single' && !config.hasShortDomain ? { kind: 'single', onShortDomain: false } : null;
  }

  /** @param host the `Host` header as sent, port included. */
  of(host: string | undefined): HostTarget {
    if (this.only !== null) return this.only;
    const name = (host ?? '').toLowerCase();
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const target = this.resolve(withoutRoot(name));
    // Clients choose the header: cache a limited number of hosts, and none that is too long.
    if (name.length > HOST_MAX) return target;
    if (this.known.size >= 10_000) this.known.clear();
    this.known.set(name, target);
    return target;
  }

  /**
   * What the host of a URL selects, of a destination for example; null for a host that is not one of this instance. Unlike the
   * `Host` header, a URL has the port that its author means.
   */
  ofUrl({ host }: URL): HostTarget | null {
    const name = withoutRoot(host);
    const isOurs = [this.publicHost, this.shortHost].some(
      (base) => name === base || (this.config.mode === 'multi' && labelBefore(name, base) !== null),
    );
    return isOurs ? this.of(name) : null;
  }

  /**
   * Whether a workspace with this label would be reachable below both hosts. It would not be if that name is the other host:
   * `go` with example.com, if go.example.com is the short domain.
   */
  isFree(label: string): boolean {
    return [this.publicHost, this.shortHost].every((base) => {
      const target = this.resolve(`${label}.${base}`);
      return target.kind === 'single' || (target.kind === 'workspace' && target.label === label);
    });
  }

  private resolve(host: string): HostTarget {
    const base = this.baseOf(host, (name, of) => name === of);
    const onShortDomain = base === this.shortHost && this.config.hasShortDomain;
    if (this.config.mode === 'single') return { kind: 'single', onShortDomain };
    if (base !== null) return { kind: 'bare', onShortDomain };
    const parent = this.baseOf(host, (name, of) => labelBefore(name, of) !== null);
    if (parent === null) return { kind: 'foreign', onShortDomain: false };
    return {
      kind: 'workspace',
      label: labelBefore(hostname(host), hostname(parent)) ?? '',
      onShortDomain: parent === this.shortHost && this.config.hasShortDomain,
    };
  }

  /**
   * The configured host that matches, the dashboard's first. Ports only decide where the two hosts differ in nothing else;
   * otherwise they are ignored, as a proxy may drop, add or change them.
   */
  private baseOf(host: string, matches: (host: string, base: string) => boolean): string | null {
    const bases = [this.publicHost, this.shortHost];
    const exact = bases.find((base) => matches(host, base));
    return exact ?? bases.find((base) => matches(hostname(host), hostname(base))) ?? null;
  }
}

/** The single label before a host, if it can be a workspace's; longer ones do not exist. */
function labelBefore(host: string, base: string): string | null {
  if (!host.endsWith(`.${base}`)) return null;
  const label = host.slice(0, -base.length - 1);
  return label !== '' && label.length <= LIMITS.workspaceSlugMax && !label.includes('.') ? label : null;
}

/** Removes the trailing dot of a fully qualified name: `go.test.` is `go.test` (RFC 3986, 3.2.2). */
function withoutRoot(host: string): string {
  return host.replace(/\.(:\d+)?$/, '$1');
}

function hostname(host: string): string {
  return host.startsWith('[') ? host.replace(/\]:\d+$/, ']') : host.replace(/:\d+$/, '');
}
