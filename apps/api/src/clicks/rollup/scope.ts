import { DAY_MS } from '@signpost/domain';
import type { CodedEvent } from '../event/click-codes.js';

/** What is counted by itself. The numbers are stored. */
export const SCOPE_KIND = { workspace: 0, campaign: 1, link: 2 } as const;
export type ScopeKind = (typeof SCOPE_KIND)[keyof typeof SCOPE_KIND];

export interface Scope {
  readonly workspaceNo: number;
  readonly kind: ScopeKind;
  /** Number of the link or campaign; 0 for the workspace itself. */
  readonly scopeNo: number;
}

/** One scope in one hour of one UTC day, which is counted in days from 1970-01-01. */
export interface ScopeHour extends Scope {
  readonly day: number;
  /** 0 to 23. */
  readonly hour: number;
}

export const HOURS = 24;
const HOUR_MS = DAY_MS / HOURS;

/** The UTC day of an instant in Unix milliseconds, counted from 1970-01-01. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

/** The hour of its UTC day that an instant in Unix milliseconds falls into, 0 to 23. */
export function hourOf(at: number): number {
  return Math.floor((at - dayOf(at) * DAY_MS) / HOUR_MS);
}

/** The scopes that an event belongs to. */
export function scopesOf({ workspaceNo, linkNo, campaignNo }: CodedEvent): Scope[] {
  const scopes: Scope[] = [
    { workspaceNo, kind: SCOPE_KIND.workspace, scopeNo: 0 },
    { workspaceNo, kind: SCOPE_KIND.link, scopeNo: linkNo },
  ];
  if (campaignNo !== 0) scopes.push({ workspaceNo, kind: SCOPE_KIND.campaign, scopeNo: campaignNo });
  return scopes;
}

/**
 * A number by which equal scopes meet in a Map. Workspaces, campaigns and links are each numbered across the whole
 * database.
 */
export function scopeNumber({ workspaceNo, kind, scopeNo }: Scope): number {
  return (kind === SCOPE_KIND.workspace ? workspaceNo : scopeNo) * 4 + kind;
}

/** Something of each scope and hour: of few hours, but of up to a hundred thousand scopes, for which strings as keys are expensive. */
export class ByScopeHour<T> {
  private readonly hours = new Map<number, Map<number, T>>();

  get(scope: ScopeHour): T | undefined {
    return this.hours.get(hourNumber(scope))?.get(scopeNumber(scope));
  }

  set(scope: ScopeHour, value: T): void {
    const key = hourNumber(scope);
    const scopes = this.hours.get(key);
    if (scopes === undefined) this.hours.set(key, new Map([[scopeNumber(scope), value]]));
    else scopes.set(scopeNumber(scope), value);
  }

  delete(scope: ScopeHour): void {
    this.hours.get(hourNumber(scope))?.delete(scopeNumber(scope));
  }

  get all(): T[] {
    return [...this.hours.values()].flatMap((scopes) => [...scopes.values()]);
  }
}

/** The hour among all of them. */
function hourNumber({ day, hour }: ScopeHour): number {
  return day * HOURS + hour;
}

/** The order of the primary keys, in which everybody writes. */
export function compareScopes(a: Scope, b: Scope): number {
  return a.workspaceNo - b.workspaceNo || a.kind - b.kind || a.scopeNo - b.scopeNo;
}
