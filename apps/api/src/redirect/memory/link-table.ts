import { fullLinkBytes, PlainLink, type CachedLink, type CampaignStamp, type FullLink } from './cached-link.js';
import { PackedLinks } from './packed-links.js';
import { NOWHERE, type Place } from './record-pages.js';

export interface LinkTableLimits {
  readonly maximumEntries: number;
  readonly maximumBytes: number;
}

const UNKNOWN_MAXIMUM = 10_000;
const UNKNOWN_LIFETIME_MS = 5_000;

/**
 * Links in memory by address, bounded in entries and bytes; what was not asked for goes first. Addresses known to lead
 * nowhere are kept apart, few and for seconds.
 *
 * Entries carry the epoch in which they were read. A new epoch makes all of them suspect at once, without a walk.
 */
export class LinkTable {
  private readonly packed = new PackedLinks((note) => this.removed(note));
  /** What is more than a destination is kept as it was read. Notes of packed links below zero are places in here, inverted. */
  private readonly full: (FullLink | null)[] = [];
  private readonly freePlaces: number[] = [];
  private fullBytes = 0;
  /** Notes of plain links are places in here. */
  private readonly workspaces: string[] = [];
  private readonly workspaceNos = new Map<string, number>();
  private readonly campaigns = new Map<string, CampaignStamp>();
  private readonly unknown = new Map<string, number>();
  /** That of entries that are read now. */
  epoch = 1;
  /** Entries of this epoch and later ones are certain. */
  trustedFrom = 1;

  constructor(private readonly limits: LinkTableLimits) {}

  get size(): number {
    return this.packed.size;
  }

  /** Estimate of the memory that the links take. */
  get bytes(): number {
    return this.packed.bytes + this.fullBytes;
  }

  /** The link at an address, whether or not it is still certain; undefined when the table does not know. */
  find(address: string): CachedLink | undefined {
    const place = this.packed.find(address);
    return place === NOWHERE ? undefined : this.linkAt(place);
  }

  /** Whether what the table holds may be used without asking the database. */
  isCertain(link: CachedLink): boolean {
    return link.epoch >= this.trustedFrom && (link.campaign === null || !link.campaign.stale);
  }

  /** Whether the address was found to lead nowhere a moment ago. */
  isUnknown(address: string, now: number): boolean {
    const until = this.unknown.get(address);
    return until !== undefined && until > now;
  }

  /** Keeps a link as it was just read. What is known of it under other addresses stays if that is certain too. */
  put(address: string, link: CachedLink): void {
    this.unknown.delete(address);
    this.packed.removeLink(link.id, (place) => !this.isCertain(this.linkAt(place)));
    const isPlain = link instanceof PlainLink;
    const note = isPlain ? this.workspaceNo(link.workspaceId) : ~this.insertFull(link);
    const destinationUrl = isPlain ? link.destinationUrl : '';
    link.epoch = this.epoch;
    this.packed.add({ address, id: link.id, destinationUrl, note, epoch: this.epoch });
    const { maximumEntries, maximumBytes } = this.limits;
    while (this.size > 0 && (this.size > maximumEntries || this.bytes > maximumBytes)) this.packed.evict();
  }

  putUnknown(address: string, now: number): void {
    this.evict(address);
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
  evict(address: string): void {
    this.unknown.delete(address);
    this.packed.remove(address);
  }

  /** Drops a link under all its addresses. */
  evictLink(id: string): void {
    this.packed.removeLink(id);
  }

  /** Drops every link that carries values of the campaign. */
  evictCampaign(id: string): void {
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
    this.trustedFrom = this.epoch;
    this.unknown.clear();
  }

  /** Takes that back for all that was read in an epoch or later. */
  trustFrom(epoch: number): void {
    this.trustedFrom = Math.min(this.trustedFrom, epoch);
  }

  private linkAt(place: Place): CachedLink {
    const note = this.packed.noteOf(place);
    const link = (note < 0 ? this.full[~note] : null) ?? this.plainAt(place, note);
    link.epoch = this.packed.epochOf(place);
    return link;
  }

  private plainAt(place: Place, note: number): PlainLink {
    const { id, destinationUrl } = this.packed.textsOf(place);
    return new PlainLink(id, this.workspaces[note] ?? '', destinationUrl);
  }

  private insertFull(link: FullLink): number {
    const place = this.freePlaces.pop() ?? this.full.length;
    this.full[place] = link;
    this.fullBytes += fullLinkBytes(link);
    return place;
  }

  private removed(note: number): void {
    const link = note < 0 ? this.full[~note] : undefined;
    if (link == null) return;
    this.full[~note] = null;
    this.freePlaces.push(~note);
    this.fullBytes -= fullLinkBytes(link);
  }

  private workspaceNo(id: string): number {
    let no = this.workspaceNos.get(id);
    if (no === undefined) {
      no = this.workspaces.push(id) - 1;
      this.workspaceNos.set(id, no);
    }
    return no;
  }
}

/**
 * An address cut out of a request's target is, to V8, a view of the whole target: kept as a key it would keep a query of
 * many kilobytes with it, which no bound here would count.
 */
function ownCopy(address: string): string {
  return Buffer.from(address, 'utf8').toString('utf8');
}
