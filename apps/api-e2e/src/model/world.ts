import type { LinkStatus, Role } from '@signpost/contracts';

/** Long enough away that no run reaches it. */
const DAY_MS = 24 * 3600_000;

/** Times in a model are past or future, never near: a run depends on no clock. */
export type When = 'past' | 'future' | null;

/** A time of the model as the API takes it. */
export function instantOf(when: When): number | null {
  if (when === null) return null;
  return Math.floor(Date.now() / DAY_MS) * DAY_MS + (when === 'past' ? -7 : 7) * DAY_MS;
}

/** What the specification says of a link, and nothing else. */
export interface ModelLink {
  readonly id: string;
  slug: string;
  aliases: string[];
  isDeleted: boolean;
  destinationUrl: string;
  title: string | null;
  isEnabled: boolean;
  archived: boolean;
  startsAt: When;
  expiresAt: When;
  maximumVisits: number | null;
  usedVisits: number;
  scheduledDestination: string | null;
  expirationDestination: string | null;
  limitDestination: string | null;
  isProtected: boolean;
  campaign: ModelCampaign | null;
  utmCampaign: string | null;
  utmMedium: string | null;
  /** Lower-case names. */
  tags: Set<string>;
  responsible: Actor | null;
}

export interface ModelCampaign {
  readonly id: string;
  utmCampaign: string;
  utmMedium: string | null;
}

/** Who acts: the owner, two people whose role changes, and one who never belonged to the workspace. */
export const ACTORS = ['owner', 'member', 'viewer', 'stranger'] as const;
export type Actor = (typeof ACTORS)[number];

export interface ModelMember {
  role: Role;
  isActive: boolean;
}

/** One workspace as the specification describes it: small enough to be seen to be right. */
export class World {
  readonly links: ModelLink[] = [];
  /** Every address that was ever given: to a link for good, to a prefix while it is one. */
  readonly addresses = new Map<string, ModelLink>();
  readonly tags = new Map<string, { id: string; name: string }>();
  readonly campaigns: ModelCampaign[] = [];
  readonly members = new Map<Actor, ModelMember>([
    ['owner', { role: 'OWNER', isActive: true }],
    ['member', { role: 'MEMBER', isActive: true }],
    ['viewer', { role: 'VIEWER', isActive: true }],
  ]);
  prefix: string | null = null;
  /** Former prefixes that still work; the empty text is the bare root. */
  readonly retained = new Set<string>();

  /** The refusal that a role earns, or null. `read` every member may, `write` members and owners, `own` the owner. */
  refusal(actor: Actor, needs: 'read' | 'write' | 'own'): 403 | 404 | null {
    const member = this.members.get(actor);
    if (member?.isActive !== true) return 404;
    if (needs === 'read' || member.role === 'OWNER') return null;
    return needs === 'write' && member.role === 'MEMBER' ? null : 403;
  }

  live(): ModelLink[] {
    return this.links.filter((link) => !link.isDeleted);
  }

  /** Whether a link may take the address: a free one, or a former one of its own. */
  isFree(slug: string, link: ModelLink | null): boolean {
    if (slug === this.prefix || this.retained.has(slug)) return false;
    const holder = this.addresses.get(slug);
    return holder === undefined || holder === link;
  }

  /** The link that a visitor's path leads to. Revoked addresses and deleted links lead nowhere. */
  resolve(path: string): ModelLink | null {
    const parts = path
      .toLowerCase()
      .split('/')
      .filter((part) => part !== '');
    const slug = parts.at(-1) ?? '';
    const prefix = parts.length === 2 ? (parts[0] ?? '') : '';
    const works = prefix === (this.prefix ?? '') || this.retained.has(prefix);
    const link = works && parts.length <= 2 ? this.addresses.get(slug) : undefined;
    if (link === undefined || link.isDeleted) return null;
    return link.slug === slug || link.aliases.includes(slug) ? link : null;
  }
}

/** Decisions 7: disabled > expired > limit_reached > scheduled > active. */
export function statusOf(link: ModelLink): LinkStatus {
  if (!link.isEnabled) return 'disabled';
  if (link.expiresAt === 'past') return 'expired';
  if (link.maximumVisits !== null && link.usedVisits >= link.maximumVisits) return 'limit_reached';
  if (link.startsAt === 'future') return 'scheduled';
  return 'active';
}

/** What a visitor gets (decisions 5): a destination, the unlock page, or nothing. */
export type Answer =
  | { readonly kind: 'redirect'; readonly to: string; readonly isMain: boolean }
  | { readonly kind: 'unlock' }
  | { readonly kind: 'nothing'; readonly code: string };

export function answerOf(link: ModelLink | null): Answer {
  if (link === null) return { kind: 'nothing', code: 'link_not_found' };
  const fallback = (to: string | null, code: string): Answer =>
    to === null ? { kind: 'nothing', code } : { kind: 'redirect', to, isMain: false };
  const status = statusOf(link);
  if (status === 'disabled') return { kind: 'nothing', code: 'disabled' };
  if (status === 'expired') return fallback(link.expirationDestination, status);
  if (status === 'limit_reached') return fallback(link.limitDestination, status);
  if (status === 'scheduled') return fallback(link.scheduledDestination, status);
  if (link.isProtected) return { kind: 'unlock' };
  return { kind: 'redirect', to: mainDestination(link), isMain: true };
}

/** The model's destinations have neither query nor fragment, so that UTM values are simply appended. */
function mainDestination(link: ModelLink): string {
  const campaign = link.campaign?.utmCampaign ?? link.utmCampaign;
  const medium = link.utmMedium ?? link.campaign?.utmMedium ?? null;
  const query: [string, string][] = [
    ...(medium === null ? [] : [['utm_medium', medium] as [string, string]]),
    ...(campaign === null ? [] : [['utm_campaign', campaign] as [string, string]]),
  ];
  return query.length === 0 ? link.destinationUrl : `${link.destinationUrl}?${String(new URLSearchParams(query))}`;
}
