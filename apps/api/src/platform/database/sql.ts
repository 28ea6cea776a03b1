import type { EntityManager, InsertResult } from 'typeorm';

/** Rows of a statement of any kind. The caller guarantees that the row type matches its SQL. */
export async function rows<Row>(db: EntityManager, sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
  const result: unknown = await db.query(sql, [...parameters]);
  return (isChange(result) ? result[0] : result) as Row[];
}

/** The first row of a statement, or null. */
export async function firstRow<Row>(
  db: EntityManager,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<Row | null> {
  return (await rows<Row>(db, sql, parameters))[0] ?? null;
}

/** Runs a statement and discards its result. */
export async function execute(db: EntityManager, sql: string, parameters: readonly unknown[] = []): Promise<void> {
  await db.query(sql, [...parameters]);
}

/** Whether an INSERT with `orIgnore()` and `returning(…)` inserted its row. */
export function wasInserted({ raw }: InsertResult): boolean {
  return (raw as readonly unknown[]).length > 0;
}

/** Number of rows that an UPDATE or DELETE without RETURNING changed. */
export async function affected(db: EntityManager, sql: string, parameters: readonly unknown[] = []): Promise<number> {
  const result: unknown = await db.query(sql, [...parameters]);
  if (!isChange(result)) throw new Error('affected() takes an UPDATE or a DELETE');
  return result[1];
}

/** TypeORM returns `[rows, count]` for an UPDATE or DELETE, and the rows for everything else. */
function isChange(result: unknown): result is [unknown[], number] {
  return Array.isArray(result) && result.length === 2 && Array.isArray(result[0]) && typeof result[1] === 'number';
}
