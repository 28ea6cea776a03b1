import { DAY_MS } from '@signpost/domain';
import type { CodedEvent } from '../event/click-codes.js';

/** Kinds of scopes that have their own counts. The numbers are stored. */
export const SCOPE_KIND = { workspace: 0, campaign: 1, link: 2 } as const;
/** Number of a kind of scope, as it is stored. */
export type ScopeKind = (typeof SCOPE_KIND)[keyof typeof SCOPE_KIND];

/** A workspace, campaign or link whose clicks are counted. */
export interface Scope {
  readonly workspaceNo: number;
  readonly kind: ScopeKind;
  /** Number of the link or campaign; 0 for the workspace itself. */
  readonly scopeNo: number;
}

/** One scope in one hour of a UTC day. The day is counted in days from 1970-01-01. */
export interface ScopeHour extends Scope {
  readonly day: number;
  /** 0 to 23. */
  readonly hour: number;
}

/** Hours of a day. */
export const HOURS = 24;
const HOUR_MS = DAY_MS / HOURS;

/** The UTC day of an instant in Unix milliseconds, counted from 1970-01-01. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

/** The hour of an instant in Unix milliseconds within its UTC day, 0 to 23. */
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

/** A map key that is unique per scope. Workspaces, campaigns and links are each numbered across the whole database. */
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

/** Number of hours since 1970-01-01. */
function hourNumber({ day, hour }: ScopeHour): number {
  return day * HOURS + hour;
}

/** Order of the primary keys, in which all writers write to avoid deadlocks. */
export function compareScopes(a: Scope, b: Scope): number {
  return a.workspaceNo - b.workspaceNo || a.kind - b.kind || a.scopeNo - b.scopeNo;
}
