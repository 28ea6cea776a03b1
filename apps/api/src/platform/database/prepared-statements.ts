import type pg from 'pg';
import { DatabaseClient } from './database-client.js';

const names = new Map<string, string>();

/**
 * Marks a constant statement that requests ask again and again, and answers it. Each connection of the API has it parsed
 * once and, after some times, planned once: planning takes ten times as long as finding a row by its key. Only for statements
 * that find their rows the same way whatever the parameters are, since one plan has to do for all.
 * @param name how PostgreSQL knows it, such as `find-session`.
 * @throws Error where another statement has that name.
 */
export function prepared(name: string, sql: string): string {
  if ([...names.values()].includes(name)) throw new Error(`two statements are called ${name}`);
  names.set(sql, name);
  return sql;
}

/** A connection that gives the statements that are marked their names: TypeORM hands over nothing but texts. */
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
