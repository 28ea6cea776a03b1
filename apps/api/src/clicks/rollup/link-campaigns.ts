import type pg from 'pg';
import type { CodedEvent } from '../event/click-codes.js';
import { dayOf } from './scope.js';
import { int4Array } from '../pg/sql-array.js';

/** First and last day, counted from 1970-01-01, on which events of a link were recorded with a campaign (0: none). */
interface Span {
  readonly workspaceNo: number;
  readonly linkNo: number;
  readonly campaignNo: number;
  first: number;
  last: number;
}

/** The campaigns of the links of some events, with the days. */
export class LinkCampaigns {
  /** By link; nearly always one span. */
  private readonly spans = new Map<number, Span[]>();

  add({ workspaceNo, linkNo, campaignNo, at }: CodedEvent): void {
    const day = dayOf(at);
    const known = this.spans.get(linkNo);
    const span = known?.find((one) => one.campaignNo === campaignNo);
    if (span !== undefined) {
      if (day < span.first) span.first = day;
      if (day > span.last) span.last = day;
      return;
    }
    const added = { workspaceNo, linkNo, campaignNo, first: day, last: day };
    if (known === undefined) this.spans.set(linkNo, [added]);
    else known.push(added);
  }

  /** In the order of the primary key. */
  get all(): Span[] {
    return [...this.spans.values()]
      .flat()
      .sort((a, b) => a.workspaceNo - b.workspaceNo || a.linkNo - b.linkNo || a.campaignNo - b.campaignNo);
  }
}

// Known spans, which nearly all are, are excluded first: ON CONFLICT would write the row even if nothing changes.
const WIDEN = `
  INSERT INTO click_link_campaigns AS k (workspace_no, link_no, campaign_no, first_day, last_day)
  SELECT t.workspace_no, t.link_no, t.campaign_no, DATE '1970-01-01' + t.first, DATE '1970-01-01' + t.last
  FROM unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::int[]) AS t (workspace_no, link_no, campaign_no, first, last)
  WHERE NOT EXISTS (
    SELECT 1 FROM click_link_campaigns s
    WHERE s.workspace_no = t.workspace_no AND s.link_no = t.link_no AND s.campaign_no = t.campaign_no
      AND s.first_day <= DATE '1970-01-01' + t.first AND s.last_day >= DATE '1970-01-01' + t.last)
  ON CONFLICT (workspace_no, link_no, campaign_no) DO UPDATE SET
    first_day = least(k.first_day, EXCLUDED.first_day),
    last_day = greatest(k.last_day, EXCLUDED.last_day)`;

/** Stores new and widened spans, in the transaction that stores the events and holds their workspaces' locks. */
export async function addLinkCampaigns(client: pg.ClientBase, campaigns: LinkCampaigns): Promise<void> {
  const spans = campaigns.all;
  await client.query(WIDEN, [
    int4Array(spans.map(({ workspaceNo }) => workspaceNo)),
    int4Array(spans.map(({ linkNo }) => linkNo)),
    int4Array(spans.map(({ campaignNo }) => campaignNo)),
    int4Array(spans.map(({ first }) => first)),
    int4Array(spans.map(({ last }) => last)),
  ]);
}

/** {@link addLinkCampaigns} for a list of events. */
export async function addLinkCampaignsOf(client: pg.ClientBase, events: Iterable<CodedEvent>): Promise<void> {
  const campaigns = new LinkCampaigns();
  for (const event of events) campaigns.add(event);
  await addLinkCampaigns(client, campaigns);
}
