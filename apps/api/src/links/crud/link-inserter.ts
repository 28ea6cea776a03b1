import { randomBytes } from 'node:crypto';
import { generateSlug } from '@signpost/domain';
import { LIMITS } from '@signpost/contracts';
import type { EntityManager } from 'typeorm';
import { rows } from '../../platform/database/index.js';
import type { LinkFields } from '../record/link-record.js';
import type { StoredPassword } from './links.repository.js';

/** A link to insert: judged fields, its tags already stored. */
export interface NewLink {
  readonly id: string;
  readonly fields: LinkFields;
  readonly password?: StoredPassword | null;
  readonly createdAt: Date;
}

/** A fresh slug; the more tries have collided, the longer (decisions 3: one more character after the third). */
export function freshSlug(failedTries: number): string {
  return generateSlug(LIMITS.generatedSlugLength + Math.max(0, failedTries - 2), randomBytes);
}

/**
 * Inserts links in one statement. Their addresses must be claimed in the same transaction; tags are attached apart.
 * Judges nothing: the caller has.
 */
export async function insertLinks(
  tx: EntityManager,
  workspaceId: string,
  createdBy: string | null,
  links: readonly NewLink[],
): Promise<void> {
  if (links.length === 0) return;
  await rows(tx, INSERT, [workspaceId, createdBy, JSON.stringify(links.map(toColumns))]);
}

function toColumns({ id, fields, password, createdAt }: NewLink): Record<string, unknown> {
  return {
    id,
    slug: fields.slug,
    title: fields.title,
    notes: fields.notes,
    destination_url: fields.destinationUrl,
    destination_host: fields.destinationHost,
    is_enabled: fields.isEnabled,
    archived_at: fields.archived ? createdAt : null,
    starts_at: time(fields.startsAt),
    expires_at: time(fields.expiresAt),
    scheduled_destination: fields.scheduledDestination,
    expiration_destination: fields.expirationDestination,
    limit_destination: fields.limitDestination,
    maximum_visits: fields.maximumVisits,
    password_hash: password?.hash ?? null,
    password_version: password?.version ?? null,
    campaign_id: fields.campaignId,
    utm_source: fields.utmSource,
    utm_medium: fields.utmMedium,
    utm_campaign: fields.utmCampaign,
    utm_term: fields.utmTerm,
    utm_content: fields.utmContent,
    targeting: fields.targeting,
    responsible_user_id: fields.responsibleUserId,
    review_at: time(fields.reviewAt),
    created_at: createdAt,
  };
}

const time = (value: number | null): string | null => (value === null ? null : new Date(value).toISOString());

const COLUMNS = [
  'id uuid',
  'slug text',
  'title text',
  'notes text',
  'destination_url text',
  'destination_host text',
  'is_enabled boolean',
  'archived_at timestamptz',
  'starts_at timestamptz',
  'expires_at timestamptz',
  'scheduled_destination text',
  'expiration_destination text',
  'limit_destination text',
  'maximum_visits integer',
  'password_hash text',
  'password_version uuid',
  'campaign_id uuid',
  'utm_source text',
  'utm_medium text',
  'utm_campaign text',
  'utm_term text',
  'utm_content text',
  'targeting jsonb',
  'responsible_user_id uuid',
  'review_at timestamptz',
  'created_at timestamptz',
];
const NAMES = COLUMNS.map((column) => column.split(' ')[0]).join(', ');

const INSERT = `
  INSERT INTO links (workspace_id, created_by, updated_at, ${NAMES})
  SELECT $1, $2, created_at, ${NAMES} FROM jsonb_to_recordset($3::jsonb) AS link (${COLUMNS.join(', ')})`;
