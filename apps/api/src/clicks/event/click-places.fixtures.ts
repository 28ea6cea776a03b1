import type { ClickEvent } from '@signpost/domain';
import { addLink, addWorkspace, type TestDatabase } from '@signpost/testing';

/** A workspace and a link of it, by id. */
export interface ClickedLink {
  readonly workspaceId: string;
  readonly linkId: string;
}

/** Creates a workspace with one link. */
export async function aClickedLink(database: TestDatabase): Promise<ClickedLink> {
  const workspaceId = await addWorkspace(database);
  return { workspaceId, linkId: await addLink(database, workspaceId) };
}

/** A human visit; `visitor` distinguishes events. */
export function aVisit(link: ClickedLink, visitor = 1): ClickEvent {
  return {
    at: Date.UTC(2026, 10, 21, 12),
    workspaceId: link.workspaceId,
    linkId: link.linkId,
    campaignId: null,
    utm: { source: null, medium: null, campaign: null, term: null, content: null },
    outcome: 'redirect_success',
    referrerHost: 'direct',
    country: null,
    device: 'desktop',
    browser: 'Chrome',
    os: 'Windows',
    botClass: null,
    visitor: visitor.toString(16).padStart(16, '0'),
    counted: false,
  };
}
