import type pg from 'pg';
import { DatabaseClient } from './database-client.js';

const names = new Map<string, string>();

/**
 * Marks a constant statement that requests execute frequently, and returns it. Each connection of the API parses it once and,
 * after some executions, plans it once: planning takes ten times as long as finding a row by its key. Only for statements
 * whose best plan does not depend on the parameters, since one plan is used for all of them.
 * @param name name of the prepared statement in PostgreSQL, such as `find-session`.
 * @throws Error when another statement has that name.
 */
export function prepared(name: string, sql: string): string {
  if ([...names.values()].includes(name)) throw new Error(`two statements are called ${name}`);
  names.set(sql, name);
  return sql;
}

/** A connection that adds the names of marked statements, because TypeORM only passes their text. */
export class PreparingClient extends DatabaseClient {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (first: unknown, ...rest: unknown[]) => never;
    this.query = (first: unknown, ...rest: unknown[]) => query(namedIfPrepared(first), ...rest);
  }
}

function namedIfPrepared(first: unknown): unknown {
  const name = typeof first === 'string' ? names.get(first) : undefined;
  return name === undefined ? first : { name, text: first };
}
