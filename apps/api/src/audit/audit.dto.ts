import { AUDIT_GROUPS, AUDIT_TYPES, LIMITS, type AuditGroup, type AuditType } from '@signpost/contracts';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import { Digits, Filters, FromDigits, OneOf, Optional, withRule } from '../platform/validation/index.js';

const TYPES = Object.keys(AUDIT_TYPES) as AuditType[];

/** Query of the activity log. */
@Filters()
export class ListAuditEventsDto {
  @OneOf(AUDIT_GROUPS)
  group?: AuditGroup;

  @Optional()
  @IsIn(TYPES, withRule('not_event_type'))
  type?: AuditType;

  @Digits(1, LIMITS.auditPageMax)
  limit?: number;

  /** Only events with a lower id. */
  @FromDigits()
  @Optional()
  @Max(Number.MAX_SAFE_INTEGER, withRule('not_event_id'))
  @Min(1, withRule('not_event_id'))
  @IsInt(withRule('not_event_id'))
  before?: number;
}
