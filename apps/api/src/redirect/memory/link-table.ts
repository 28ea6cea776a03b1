import { fullLinkBytes, PlainLink, type CachedLink, type CampaignStamp, type FullLink } from './cached-link.js';
import { PackedLinks } from './packed-links.js';
import { NOWHERE, type Place } from './record-pages.js';

/** How much the table may hold. */
export interface LinkTableLimits {
  readonly maximumEntries: number;
  readonly maximumBytes: number;
}

const UNKNOWN_MAXIMUM = 10_000;
const UNKNOWN_LIFETIME_MS = 5_000;

/**
 * Links in memory by address, bounded in entries and bytes; entries that were not requested recently are evicted first.
 * Unknown addresses are stored separately, a limited number of them and for seconds.
 *
 * Each entry stores the epoch in which it was read. A new epoch makes all entries suspect at once, without a scan.
 */
export class LinkTable {
  private readonly packed = new PackedLinks((note) => this.removed(note));
  /** Links with more than a destination, as they were read. A negative note of a packed link is an inverted index of this list. */
  private readonly full: (FullLink | null)[] = [];
  private readonly freePlaces: number[] = [];
  private fullBytes = 0;
  /** Workspace ids; the note of a plain link is an index of this list. */
  private readonly workspaces: string[] = [];
  private readonly workspaceNos = new Map<string, number>();
  private readonly campaigns = new Map<string, CampaignStamp>();
  private readonly unknown = new Map<string, number>();
  /** Epoch of entries that are read now. */
  epoch = 1;
  /** Entries of this epoch and later ones are certain. */
  trustedFrom = 1;

  constructor(private readonly limits: LinkTableLimits) {}

  get size(): number {
    return this.packed.size;
  }

  /** Estimated bytes of memory that the links take. */
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

  /** Whether the address was recently found to be unknown. */
  isUnknown(address: string, now: number): boolean {
    const until = this.unknown.get(address);
    return until !== undefined && until > now;
  }

  /** Stores a link that was just read. Entries under its other addresses stay only if they are certain. */
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
    const [oldest] = this.unknown.keys();
    if (oldest !== undefined && this.unknown.size >= UNKNOWN_MAXIMUM) this.unknown.delete(oldest);
    this.unknown.set(ownCopy(address), now + UNKNOWN_LIFETIME_MS);
  }

  /** Evicts the entry of one address. */
  evict(address: string): void {
    this.unknown.delete(address);
    this.packed.remove(address);
  }

  /** Evicts a link under all its addresses. */
  evictLink(id: string): void {
    this.packed.removeLink(id);
  }

  /** Marks every link that carries values of the campaign as stale. */
  evictCampaign(id: string): void {
    const stamp = this.campaigns.get(id);
    if (stamp !== undefined) stamp.stale = true;
    this.campaigns.delete(id);
  }

  /** The stamp that all links of a campaign share. */
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

  /** Makes all entries certain again that were read in this epoch or later. */
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
 * V8 represents an address cut out of a request target as a slice of the whole target: as a key it would hold a query of
 * many kilobytes in memory, which the limits of the table do not count.
 */
function ownCopy(address: string): string {
  return Buffer.from(address, 'utf8').toString('utf8');
}
