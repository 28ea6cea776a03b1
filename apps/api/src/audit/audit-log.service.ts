import { Injectable } from '@nestjs/common';
import { AUDIT_TYPES, LIMITS, type AuditEvent, type AuditEventPage, type AuditType } from '@signpost/contracts';
import type { Member } from '../platform/access/index.js';
import type { ListAuditEventsDto } from './audit.dto.js';
import { AuditRepository } from './audit.repository.js';
import type { AuditEventEntity } from './audit-event.entity.js';

/** Reads the activity log. */
@Injectable()
export class AuditLogService {
  constructor(private readonly events: AuditRepository) {}

  /** One page of the member's workspace, newest first; `nextBefore` is the cursor of the next page. */
  async list(member: Member, query: ListAuditEventsDto): Promise<AuditEventPage> {
    const limit = query.limit ?? LIMITS.auditPageDefault;
    const filter = { types: typesOf(query), before: query.before ?? null, limit: limit + 1 };
    const found = await this.events.list(member.workspaceId, filter);
    const items = found.slice(0, limit).map(toEvent);
    return { items, nextBefore: found.length > limit ? (items.at(-1)?.id ?? null) : null };
  }
}

/** Event types that match both filters; null for all. */
function typesOf({ group, type }: ListAuditEventsDto): AuditType[] | null {
  if (group === undefined && type === undefined) return null;
  return (Object.keys(AUDIT_TYPES) as AuditType[]).filter(
    (name) => (type ?? name) === name && (group ?? AUDIT_TYPES[name]) === AUDIT_TYPES[name],
  );
}

function toEvent(event: AuditEventEntity): AuditEvent {
  const { id, type, at, actor, linkId, linkSlug, detail } = event;
  return {
    id: Number(id),
    type,
    group: AUDIT_TYPES[type],
    at: at.toISOString(),
    actor: actor == null ? null : { id: actor.id, email: actor.email, displayName: actor.displayName },
    link: linkId === null || linkSlug === null ? null : { id: linkId, slug: linkSlug },
    detail,
  };
}
