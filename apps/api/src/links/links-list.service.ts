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
  isInFacts,
  missesStatement,
  pageStatement,
  setStatement,
  type PageCut,
  type PageStatement,
} from './link-pages.js';
import { selectLinks, type Choice, type Known, type Selection } from './link-selection.js';
import type { LinkListDto } from './links-list.dto.js';
import { LinksRepository } from './links.repository.js';
import { LinksService } from './links.service.js';

/** The list of links: the planner is asked for the best way, then one statement finds, counts and reads the page. */
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
    const { manager } = this.source;
    const known = await lookUp(member.workspaceId, query, manager);
    const way = await wayTo(selectLinks(scope, query, known), cut, manager);
    const { records, total } = await this.links.findPage(way);
    return { items: this.service.viewsOf(member.workspace, records), total, page, perPage };
  }
}

/**
 * Which statement finds a page fastest. What indexes lead to is looked up; anything else is found by reading the facts of
 * all links of the workspace, which takes about as long whatever is asked for. The planner tells the two apart. How a page
 * is made of many links is not left to it, since it takes looking up one by one for cheaper than it is.
 */
export async function wayTo(selection: Selection, cut: PageCut, tx: EntityManager): Promise<PageStatement> {
  const { choice } = selection;
  const [sort, limit, offset] = cut;
  const end = offset + limit;
  if (choice?.conditions === '') return pageStatement(selection, cut);
  if (selection.isIntersection) return setStatement(selection, cut);
  if (choice === null) return (end <= SHALLOW ? pageStatement : setStatement)(selection, cut);

  const { base, indexed, read, counted, text, hidden } = await guess(selection, choice, tx);
  const links = indexed.rows;
  const isByTag = choice.tag !== null && links > FEW && hidden.rows < base.rows && base.rows <= MOST_HASHED;
  if (isByTag) return foundStatement(selection, choice, cut, 'tag', end > links / 2);
  // Trigrams lead to few links of a longer text, and to none of two letters.
  const isByPairs =
    choice.pairs !== null && (text.rows > FEW || !choice.pairs.hasTrigrams) && text.rows < base.rows * MOST_BY_PAIRS;
  const cost = isByPairs ? (FEW + text.rows) * PAIRS_COST : read.cost * INDEXED_BELOW;
  const source = indexed.cost < cost ? 'links' : isByPairs ? 'pairs' : choice.table;
  if (source === 'links' && links <= FEW) return setStatement(selection, cut);
  // The first of very few are a long walk away.
  if (links <= FEW && links * links * SORTED_TO_WALKED < base.rows * end) return setStatement(selection, cut, source);
  // Where every fourth link is one of them, those of a first page are soon met, unless the order has to do with what is
  // asked for: by expiry, all that have expired come first. In the order in which links were made they lie side by side,
  // so that most of them are met as fast up to page 100 of 100; walking past the others does not look at links at all.
  const isByTime = sort === '-createdAt' || sort === 'createdAt';
  const isSoonMet =
    (end <= SHALLOW && links > base.rows / 4 && (isByTime || sort === 'title')) ||
    (end <= DEEP && links > base.rows / 2 && isByTime && choice.misses === '');
  if (isSoonMet) return pageStatement(selection, cut, counted.cost < read.cost * INDEXED_BELOW ? 'links' : source);
  // Beyond that the sets that the other ways look into may not fit into memory.
  if (base.rows > MOST_HASHED) {
    return (links > MOST_SORTED ? pageStatement : setStatement)(selection, cut, source);
  }
  if (links > base.rows / 2) return missesStatement(selection, choice, cut);
  if (source !== 'links' && isInFacts(sort) && links <= MOST_SORTED) return setStatement(selection, cut, source);
  return foundStatement(selection, choice, cut, source, end > links / 2);
}

/** Rows up to the end of a page that are walked to quickly even where few of them belong to the selection. */
const SHALLOW = 1_000;
/** The same for rows of which most belong to it, and which lie in that order. */
const DEEP = 10_000;
/** Links that are looked up and sorted in no time. */
const FEW = 1_000;
/** Costs of looking links up or counting them, as a part of those of reading all facts, up to which it is the faster in fact. */
const INDEXED_BELOW = 0.8;
/** Links that have a text, as a part of all, up to which its pairs of letters lead to them faster than reading all. */
const MOST_BY_PAIRS = 0.4;
/** What a link costs that is found by its pairs, in the planner's units of looking links up; all together some more. */
const PAIRS_COST = 0.1;
/** How much longer it takes to look up and sort a link than to walk past one. */
const SORTED_TO_WALKED = 15;
/** Links that are found and sorted as fast as an order of very many is walked to page 100. */
const MOST_SORTED = 25_000;
/** Links of which the ids of half make a hash of 4 MB, which is what PostgreSQL gives to one without being told otherwise. */
const MOST_HASHED = 200_000;

interface Guess {
  readonly rows: number;
  /** In the planner's units, a page read in order being one. */
  readonly cost: number;
}

/**
 * What the planner expects of the base, of a selection by the indexes of links, by reading all facts and when it is only
 * counted, of its text, and of the links that the base leaves out.
 */
async function guess(
  selection: Selection,
  choice: Choice,
  tx: EntityManager,
): Promise<Record<'base' | 'indexed' | 'read' | 'counted' | 'text' | 'hidden', Guess>> {
  const { sql, parameters } = guessStatement(selection, choice);
  const plan = await firstRow<{ 'QUERY PLAN': [{ Plan: Plan }] }>(tx, sql, parameters);
  const members = membersOf(plan?.['QUERY PLAN'][0].Plan);
  const guesses = members.map((member) => ({ rows: member['Plan Rows'], cost: member['Total Cost'] }));
  const [base = NOTHING, indexed = NOTHING, read = NOTHING, counted = NOTHING, last = NOTHING] = guesses;
  // No tag is all that is asked for beside a text.
  return { base, indexed, read, counted, text: last, hidden: last };
}

const NOTHING: Guess = { rows: 0, cost: 0 };

interface Plan {
  readonly 'Plan Rows': number;
  readonly 'Total Cost': number;
  readonly 'Parent Relationship'?: string;
  readonly Plans?: readonly Plan[];
}

/** The statements of a UNION ALL, wherever the planner put them. */
function membersOf(plan: Plan | undefined): readonly Plan[] {
  const members = plan?.Plans?.filter((child) => child['Parent Relationship'] === 'Member') ?? [];
  const [first] = plan?.Plans?.filter((child) => child['Parent Relationship'] === 'Outer') ?? [];
  return members.length > 0 || first === undefined ? members : membersOf(first);
}

/** Looks up what a filter names, for {@link selectLinks}. */
export async function lookUp(workspaceId: string, filter: LinkListDto, tx: EntityManager): Promise<Known> {
  const tags = filter.tags ?? [];
  return {
    tagIds: tags.length === 0 ? undefined : await tagsByRarity(workspaceId, tags, tx),
    memberIds: filter.needsReview === 'true' ? await activeMembers(workspaceId, tx) : undefined,
  };
}

async function activeMembers(workspaceId: string, tx: EntityManager): Promise<string[]> {
  const members = await rows<{ id: string }>(tx, ACTIVE_MEMBERS, [workspaceId]);
  return members.map(({ id }) => id);
}

const ACTIVE_MEMBERS = `SELECT user_id AS id FROM memberships WHERE workspace_id = $1 AND is_active`;

/**
 * Ids of tags, the rarest first: looking for those few at first is what makes many tags fast. Null where one of them does
 * not exist.
 */
async function tagsByRarity(
  workspaceId: string,
  names: readonly string[],
  tx: EntityManager,
): Promise<string[] | null> {
  const found = await rows<{ id: string | null }>(tx, TAGS_BY_RARITY, [workspaceId, names]);
  const ids = found.flatMap(({ id }) => id ?? []);
  return ids.length < found.length ? null : ids;
}

// Rare tags are told apart by counting up to some hundreds; which of two frequent ones comes first does not matter.
const TAGS_BY_RARITY = `
  SELECT t.id FROM (SELECT DISTINCT lower(name) AS name FROM unnest($2::text[]) AS given (name)) wanted
  LEFT JOIN tags t ON t.workspace_id = $1 AND lower(t.name) = wanted.name
  ORDER BY (SELECT count(*) FROM (SELECT FROM link_tags lt WHERE lt.tag_id = t.id LIMIT 1000) counted), t.id`;
