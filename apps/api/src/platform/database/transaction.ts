import type pg from 'pg';

/**
 * Does work in one transaction of a connection that is in none: all of it, or nothing. For what runs outside TypeORM, whose
 * `transaction` does it for everything else.
 */
export async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // A connection that is lost has rolled back by itself; why it failed is what the caller needs to know.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
