import { AUDIT_GROUPS, AUDIT_TYPES, LIMITS, type AuditGroup, type AuditType } from '@signpost/contracts';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import { Digits, FromDigits, Optional } from '../platform/validation/index.js';

const TYPES = Object.keys(AUDIT_TYPES) as AuditType[];

/** Query of the activity log. */
export class ListAuditEventsDto {
  @Optional()
  @IsIn(AUDIT_GROUPS, { message: `This must be one of ${AUDIT_GROUPS.join(', ')}.` })
  group?: AuditGroup;

  @Optional()
  @IsIn(TYPES, { message: 'This is not a type of event.' })
  type?: AuditType;

  @Digits(1, LIMITS.auditPageMax)
  limit?: number;

  /** Only events with a lower id. */
  @FromDigits()
  @Optional()
  @Max(Number.MAX_SAFE_INTEGER, { message: 'This is not the id of an event.' })
  @Min(1, { message: 'This is not the id of an event.' })
  @IsInt({ message: 'This is not the id of an event.' })
  before?: number;
}
