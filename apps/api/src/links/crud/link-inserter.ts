import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../platform/access/index.js';
import { execute } from '../../platform/database/index.js';
import { KeptPaths } from '../record/kept-paths.js';
import { LinkAddresses } from '../record/link-addresses.js';
import { changesBetween, passwordChange } from '../record/link-changes.js';
import { EMPTY_FIELDS, STORED_FIELDS, type FieldKind, type FieldName, type LinkFields } from '../record/link-fields.js';
import { LinkHistoryRepository } from '../record/link-history.repository.js';
import { LinkTags, namesOf, type StoredTag } from '../record/link-tags.js';
import type { StoredPassword } from './links.repository.js';

/** A link to store, with validated fields; without a slug it gets a random one. */
export interface NewLink {
  readonly id: string;
  readonly fields: LinkFields;
  readonly password?: StoredPassword | null;
  readonly createdAt: Date;
  /** When it was stored here, for imported links; otherwise the same as `createdAt`. */
  readonly storedAt?: Date;
  /** Further addresses, of imported links. */
  readonly aliases?: readonly string[];
  readonly keptPaths?: readonly string[];
}

/**
 * Ids for `count` links created together, in descending order: a list of the newest first breaks ties of `createdAt` by
 * id, and so shows the links in the order in which they were given.
 */
export function linkIds(count: number): string[] {
  return Array.from({ length: count }, () => uuidv7())
    .sort()
    .reverse();
}

/** Stores new links with their addresses, tags and history. Does no validation: the caller must have done it. */
@Injectable()
export class LinkInserter {
  constructor(
    private readonly addresses: LinkAddresses,
    private readonly keptPaths: KeptPaths,
    private readonly tags: LinkTags,
    private readonly history: LinkHistoryRepository,
  ) {}

  /** @returns the stored links, with their slugs: those that got all of their addresses. */
  async insert<Link extends NewLink>(actor: Actor, wanted: readonly Link[], tx: EntityManager): Promise<Link[]> {
    const names = new Map(wanted.flatMap(({ fields }) => fields.tags.map((tag) => [tag.toLowerCase(), tag])));
    // Before addresses are claimed: every writer locks in this order.
    const tags = await this.tags.ensure(actor, [...names.values()], tx);
    const tagsOf = ({ fields }: NewLink): StoredTag[] =>
      fields.tags.flatMap((name) => tags.get(name.toLowerCase()) ?? []);
    const links = await this.claim(actor.workspaceId, wanted, tx);
    if (links.length === 0) return [];
    await execute(tx, INSERT, [actor.workspaceId, actor.userId, JSON.stringify(links.map(toColumns))]);
    const pairs = links.flatMap((link) => tagsOf(link).map((tag): [string, string] => [link.id, tag.id]));
    await this.tags.attach(actor.workspaceId, pairs, tx);
    const entries = links.map((link) => ({
      linkId: link.id,
      action: 'created' as const,
      changes: [
        ...changesBetween(EMPTY_FIELDS, { ...link.fields, tags: namesOf(tagsOf(link)) }),
        ...(link.password == null ? [] : [passwordChange('set')]),
      ],
    }));
    await this.history.record(actor, entries, tx);
    return links;
  }

  /** Claims all addresses of the links; returns the links that got all of theirs, with their slug. */
  private async claim<Link extends NewLink>(
    workspaceId: string,
    wanted: readonly Link[],
    tx: EntityManager,
  ): Promise<Link[]> {
    const aliases = wanted.flatMap(({ id, aliases: own = [] }) => own.map((slug) => ({ slug, linkId: id })));
    const paths = wanted.flatMap(({ id, keptPaths = [] }) => keptPaths.map((path) => ({ path, linkId: id })));
    await this.keptPaths.holdPrefixes(
      workspaceId,
      paths.map(({ path }) => path),
      tx,
    );
    const gotAliases = await this.addresses.claimAliases(workspaceId, aliases, tx);
    const lost = new Set(aliases.filter((claim) => !gotAliases.has(claim)).map(({ linkId }) => linkId));
    const claimed = await this.addresses.claimSlugs(
      workspaceId,
      wanted.filter(({ id }) => !lost.has(id)),
      tx,
    );
    for (const { id } of wanted) if (!claimed.has(id)) lost.add(id);
    const openPaths = paths.filter(({ linkId }) => !lost.has(linkId));
    const gotPaths = await this.keptPaths.claim(workspaceId, openPaths, tx);
    for (const claim of openPaths) if (!gotPaths.has(claim)) lost.add(claim.linkId);
    await this.addresses.release(workspaceId, [...lost], tx);
    return wanted.flatMap(({ id }) => (lost.has(id) ? [] : (claimed.get(id) ?? [])));
  }
}

function toColumns({ id, fields, password, createdAt, storedAt = createdAt }: NewLink): Record<string, unknown> {
  const stored = STORED_FIELDS.map(({ name, column, kind }): [string, unknown] => [
    column,
    kind === 'archived' ? (fields.archived ? storedAt : null) : valueOf(name, kind, fields),
  ]);
  return {
    ...Object.fromEntries(stored),
    id,
    password_hash: password?.hash ?? null,
    password_version: password?.version ?? null,
    created_at: createdAt,
    updated_at: storedAt,
  };
}

/** A value in its JSON form. */
function valueOf(name: FieldName, kind: FieldKind, fields: LinkFields): unknown {
  const value = fields[name];
  return kind === 'instant' && typeof value === 'number' ? new Date(value).toISOString() : value;
}

const COLUMNS = [
  'id uuid',
  ...STORED_FIELDS.map(({ column, type }) => `${column} ${type}`),
  'password_hash text',
  'password_version uuid',
  'created_at timestamptz',
  'updated_at timestamptz',
];
const NAMES = COLUMNS.map((column) => column.split(' ')[0]).join(', ');

// A single statement for up to a thousand links.
const INSERT = `
  INSERT INTO links (workspace_id, created_by, ${NAMES})
  SELECT $1, $2, ${NAMES} FROM jsonb_to_recordset($3::jsonb) AS link (${COLUMNS.join(', ')})`;
