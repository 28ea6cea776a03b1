import type { CodedEvent } from './click-codes.js';

/** What is counted by itself. The numbers are stored. */
export const SCOPE_KIND = { workspace: 0, campaign: 1, link: 2 } as const;
export type ScopeKind = (typeof SCOPE_KIND)[keyof typeof SCOPE_KIND];

/** One scope on one UTC day, counted in days from 1970-01-01. */
export interface ScopeDay {
  readonly workspaceNo: number;
  readonly kind: ScopeKind;
  /** Number of the link or campaign; 0 for the workspace itself. */
  readonly scopeNo: number;
  readonly day: number;
}

export const DAY_MS = 86_400_000;

/** The UTC day of an instant in Unix milliseconds, counted from 1970-01-01. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

/** The scopes that an event belongs to. */
export function scopesOf(event: CodedEvent): { kind: ScopeKind; scopeNo: number }[] {
  const scopes: { kind: ScopeKind; scopeNo: number }[] = [
    { kind: SCOPE_KIND.workspace, scopeNo: 0 },
    { kind: SCOPE_KIND.link, scopeNo: event.linkNo },
  ];
  if (event.campaignNo !== 0) scopes.push({ kind: SCOPE_KIND.campaign, scopeNo: event.campaignNo });
  return scopes;
}

/** A key by which equal scopes and days meet in a Map. */
export function scopeDayKey({ workspaceNo, kind, scopeNo, day }: ScopeDay): string {
  return `${workspaceNo}/${kind}/${scopeNo}/${day}`;
}
