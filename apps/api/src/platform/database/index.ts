export { DatabaseClient } from './database-client.js';
export { DatabaseModule } from './database.module.js';
export { escapeLike } from './escape-like.js';
export { HotPool } from './hot-pool.js';
export { migrate, readMigrations } from './migrations.js';
export { prepared } from './prepared-statements.js';
export { affected, execute, firstRow, rows, wasInserted } from './sql.js';
export { HOT_QUERY_TIMEOUT_MS, OPEN_TIMEOUT_MS, type TimedQuery } from './timed-query.js';
export { UUID_V7 } from './uuid-v7.js';
