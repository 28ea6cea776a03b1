import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS, type LinkPage } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import type { Member } from '../platform/access/index.js';
import { firstRow, rows } from '../platform/database/index.js';
import { Clock } from '../platform/time/index.js';
import {
  foundStatement,
  guessStatement,
  isByClicks,
  missesStatement,
  pageStatement,
  setStatement,
  textSetStatement,
  type PageCut,
  type PageStatement,
} from './link-pages.js';
import { selectLinks, type Selection, type SelectionParts } from './link-selection.js';
import type { LinkListDto } from './links-list.dto.js';
import { LinksRepository } from './links.repository.js';
import { LinksService } from './links.service.js';

/** The list of links: one statement finds the page's ids and the total, another one reads the page. */
@Injectable()
export class LinksListService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly service: LinksService,
    private readonly links: LinksRepository,
    private readonly clock: Clock,
  ) {}

  async list(member: Member, query: LinkListDto): Promise<LinkPage> {
    const page = query.page ?? 1;
    const perPage = query.perPage ?? LIMITS.perPageDefault;
    const scope = { workspaceId: member.workspaceId, userId: member.userId, now: this.clock.date() };
    const cut: PageCut = [query.sort ?? '-createdAt', perPage, (page - 1) * perPage];
    // From one snapshot: the items are those that were counted, whatever happens meanwhile.
    const { records, total } = await this.source.transaction('REPEATABLE READ', async (tx) => {
      const tagIds = await tagsByRarity(member.workspaceId, query.tags ?? [], tx);
      const selection = selectLinks(scope, query, tagIds);
      const { sql, parameters, isReversed } = await wayTo(selection, cut, tx);
      const found = await firstRow<{ ids: string[]; total: number }>(tx, sql, parameters);
      const { ids, total: counted } = found ?? { ids: [], total: 0 };
      if (isReversed) ids.reverse();
      const read =
        query.trashed === 'true'
          ? await this.links.findManyOrTrashed(member.workspaceId, ids, tx)
          : await this.links.findMany(member.workspaceId, ids, tx);
      return { records: read, total: counted };
    });
    return { items: this.service.viewsOf(member.workspace, records), total, page, perPage };
  }
}

/**
 * Which statement finds a page fastest. The planner knows how many links a selection has, but takes looking links up
 * one by one for cheaper than it is: left to itself it would walk along an order through most of a workspace, looking
 * up every link on the way. So its guess at the number is taken, and the way is chosen here.
 */
export async function wayTo(selection: Selection, cut: PageCut, tx: EntityManager): Promise<PageStatement> {
  const { parts } = selection;
  const [sort, limit, offset] = cut;
  const end = offset + limit;
  const isQuick = !isByClicks(sort) && end <= SHALLOW;
  if (selection.isPlain) return pageStatement(selection, ...cut);
  if (selection.isIntersection) return setStatement(selection, ...cut);
  if (parts === null) return (isQuick ? pageStatement : setStatement)(selection, ...cut);

  const guess = await guessNumbers(selection, parts, tx);
  const { base, own } = guess;
  const links = base === 0 ? 0 : own * Math.min(1, guess.texts / base);
  const isReading = parts.text !== '' && (parts.isShortText || guess.texts > BROAD_TEXT);
  // Beyond that the sets that the other ways look into may not fit into memory.
  if (base > MOST_HASHED) return (isQuick || links > FEW_LINKS ? pageStatement : setStatement)(selection, ...cut);
  if (parts.text !== '' && !isReading) return (isQuick ? pageStatement : setStatement)(selection, ...cut);
  if (links > base / 2) return missesStatement(selection, parts, cut);
  const textWay = own <= LOOKED_UP ? 'looked-up' : own < base / 2 ? 'among-own' : 'past-misses';
  if (isReading && links <= SORTED_AT_ONCE) return textSetStatement(selection, parts, cut, textWay);
  if (isReading) return foundStatement(selection, parts, cut, textWay, end > links / 2);
  if (isQuick) return pageStatement(selection, ...cut);
  if (links <= SORTED_AT_ONCE) return setStatement(selection, ...cut);
  return foundStatement(selection, parts, cut, textWay, end > links / 2);
}

/** Rows up to the end of a page that are walked to quickly even where few of them belong to the selection. */
const SHALLOW = 1_000;
/** Links that are looked up and sorted in no time. */
const SORTED_AT_ONCE = 4_000;
/** Links that are found and sorted as fast as an order of very many is walked to page 100. */
const FEW_LINKS = 25_000;
/** Links of which each text is looked up sooner than all texts are read. */
const LOOKED_UP = 5_000;
/** Links with a text from which on reading all texts is faster than looking each of them up. */
const BROAD_TEXT = 15_000;
/** Links of which the ids of half make a hash of 4 MB, which is what PostgreSQL gives to one without being told otherwise. */
const MOST_HASHED = 200_000;

/** How many links the planner expects: all to choose from, those that other conditions leave, those that the text leaves. */
async function guessNumbers(
  selection: Selection,
  parts: SelectionParts,
  tx: EntityManager,
): Promise<{ base: number; own: number; texts: number }> {
  const { sql, parameters } = guessStatement(selection, parts);
  const plan = await firstRow<{ 'QUERY PLAN': [{ Plan: Plan }] }>(tx, sql, parameters);
  const members = membersOf(plan?.['QUERY PLAN'][0].Plan);
  const [base = 0, own = 0, texts = 0] = members.map((member) => member['Plan Rows']);
  return { base, own, texts };
}

interface Plan {
  readonly 'Plan Rows': number;
  readonly 'Parent Relationship'?: string;
  readonly Plans?: readonly Plan[];
}

/** The statements of a UNION ALL, wherever the planner put them. */
function membersOf(plan: Plan | undefined): readonly Plan[] {
  const members = plan?.Plans?.filter((child) => child['Parent Relationship'] === 'Member') ?? [];
  const [first] = plan?.Plans?.filter((child) => child['Parent Relationship'] === 'Outer') ?? [];
  return members.length > 0 || first === undefined ? members : membersOf(first);
}

/**
 * Ids of the tags of a filter, the rarest first: looking for those few at first is what makes many tags fast. Null where
 * one of them does not exist, nothing for no tags.
 */
export async function tagsByRarity(
  workspaceId: string,
  names: readonly string[],
  tx: EntityManager,
): Promise<string[] | null | undefined> {
  if (names.length === 0) return undefined;
  const found = await rows<{ id: string | null }>(tx, TAGS_BY_RARITY, [workspaceId, names]);
  const ids = found.flatMap(({ id }) => id ?? []);
  return ids.length < found.length ? null : ids;
}

// Rare tags are told apart by counting up to some hundreds; which of two frequent ones comes first does not matter.
const TAGS_BY_RARITY = `
  SELECT t.id FROM (SELECT DISTINCT lower(name) AS name FROM unnest($2::text[]) AS given (name)) wanted
  LEFT JOIN tags t ON t.workspace_id = $1 AND lower(t.name) = wanted.name
  ORDER BY (SELECT count(*) FROM (SELECT FROM link_tags lt WHERE lt.tag_id = t.id LIMIT 1000) counted), t.id`;
