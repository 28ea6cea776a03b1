import { linkBytes, type CachedLink, type CampaignStamp } from './cached-link.js';

export interface LinkTableLimits {
  readonly maximumEntries: number;
  readonly maximumBytes: number;
}

/** Many small maps instead of one large: a map that grows is copied at one stroke, which at a million takes 100 ms. */
const SHARDS = 256;
const UNKNOWN_MAXIMUM = 10_000;
const UNKNOWN_LIFETIME_MS = 5_000;

/**
 * Links in memory by address, bounded in entries and bytes; what was not asked for goes first (CLOCK). Addresses known
 * to lead nowhere are kept apart, few and for seconds.
 *
 * Entries carry the epoch in which they were read. A new epoch makes all of them suspect at once, without a walk.
 */
export class LinkTable {
  private readonly addresses = Array.from({ length: SHARDS }, () => new Map<string, CachedLink>());
  private readonly links = Array.from({ length: SHARDS }, () => new Map<string, CachedLink>());
  private readonly campaigns = new Map<string, CampaignStamp>();
  private readonly unknown = new Map<string, number>();
  private entries = 0;
  private estimatedBytes = 0;
  epoch = 1;

  constructor(private readonly limits: LinkTableLimits) {}

  get size(): number {
    return this.entries;
  }

  get bytes(): number {
    return this.estimatedBytes;
  }

  /** The link at an address, whether or not it is still certain; undefined when the table does not know. */
  find(address: string): CachedLink | undefined {
    const link = this.addresses[shardOf(address)]?.get(address);
    if (link !== undefined) link.referenced = true;
    return link;
  }

  /** Whether what the table holds may be used without asking the database. */
  isCertain(link: CachedLink): boolean {
    return link.epoch === this.epoch && (link.campaign === null || !link.campaign.stale);
  }

  /** Whether the address was found to lead nowhere a moment ago. */
  isUnknown(address: string, now: number): boolean {
    const until = this.unknown.get(address);
    return until !== undefined && until > now;
  }

  put(asked: string, read: CachedLink): void {
    this.forget(asked);
    const address = ownCopy(asked);
    const link = this.shared(read);
    link.references += 1;
    this.addresses[shardOf(address)]?.set(address, link);
    this.entries += 1;
    this.estimatedBytes += address.length + linkBytes(link);
    this.makeRoom(shardOf(address));
  }

  putUnknown(address: string, now: number): void {
    this.forget(address);
    if (this.unknown.size >= UNKNOWN_MAXIMUM) {
      for (const [oldest] of this.unknown) {
        this.unknown.delete(oldest);
        break;
      }
    }
    this.unknown.delete(address);
    this.unknown.set(ownCopy(address), now + UNKNOWN_LIFETIME_MS);
  }

  /** Drops what is known of one address. */
  forget(address: string): void {
    this.unknown.delete(address);
    const shard = this.addresses[shardOf(address)];
    const link = shard?.get(address);
    if (shard === undefined || link === undefined) return;
    shard.delete(address);
    this.entries -= 1;
    this.estimatedBytes -= address.length + linkBytes(link);
    link.references -= 1;
    if (link.references === 0) this.forgetIdentity(link);
  }

  /** Drops a link under all its addresses. */
  forgetLink(id: string): void {
    const link = this.links[shardOf(id)]?.get(id);
    if (link === undefined) return;
    link.epoch = -1;
    this.forgetIdentity(link);
  }

  /** Drops every link that carries values of the campaign. */
  forgetCampaign(id: string): void {
    const stamp = this.campaigns.get(id);
    if (stamp !== undefined) stamp.stale = true;
    this.campaigns.delete(id);
  }

  /** The mark that links of a campaign share. */
  campaignStamp(id: string): CampaignStamp {
    let stamp = this.campaigns.get(id);
    if (stamp === undefined) {
      stamp = { stale: false };
      this.campaigns.set(id, stamp);
    }
    return stamp;
  }

  /** Makes everything suspect: each entry is read again before it is used as certain. */
  advanceEpoch(): void {
    this.epoch += 1;
    this.unknown.clear();
  }

  /** All addresses of a link lead to one entry: the one that is known, or the new reading where that is out of date. */
  private shared(read: CachedLink): CachedLink {
    const byId = this.links[shardOf(read.id)];
    const known = byId?.get(read.id);
    if (known !== undefined && this.isCertain(known)) return known;
    if (known !== undefined) known.epoch = -1;
    read.epoch = this.epoch;
    byId?.set(read.id, read);
    return read;
  }

  private forgetIdentity(link: CachedLink): void {
    const byId = this.links[shardOf(link.id)];
    if (byId?.get(link.id) === link) byId.delete(link.id);
  }

  private makeRoom(from: number): void {
    const { maximumEntries, maximumBytes } = this.limits;
    for (let step = 0; this.entries > maximumEntries || this.estimatedBytes > maximumBytes; step += 1) {
      this.evictFrom(this.addresses[(from + step) % SHARDS]);
      if (step > SHARDS) return;
    }
  }

  /** One turn of the clock hand in a shard: the first entry not asked for since its last turn goes. */
  private evictFrom(shard: Map<string, CachedLink> | undefined): void {
    if (shard === undefined) return;
    let turns = shard.size;
    for (const [address, link] of shard) {
      turns -= 1;
      if (!link.referenced || turns <= 0) {
        this.forget(address);
        return;
      }
      link.referenced = false;
      shard.delete(address);
      shard.set(address, link);
    }
  }
}

/**
 * An address cut out of a request's target is, to V8, a view of the whole target: kept as a key it would keep a query of
 * many kilobytes with it, which no bound here would count.
 */
function ownCopy(address: string): string {
  return Buffer.from(address, 'utf8').toString('utf8');
}

/** By the last two characters: the ends of slugs and of ids are what differs. */
function shardOf(key: string): number {
  const end = key.length;
  return (key.charCodeAt(end - 1) * 31 + key.charCodeAt(end - 2) * 7 + key.charCodeAt(end - 3)) & (SHARDS - 1);
}
