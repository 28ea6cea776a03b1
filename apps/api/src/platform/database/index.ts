export { DatabaseClient, SESSION_SETTINGS } from './database-client.js';
export { DatabaseModule } from './database.module.js';
export { HotPool } from './hot-pool.js';
export { migrate, migrationsFolder, pendingMigrations, readMigrations, type Migration } from './migrations.js';
export { prepared } from './prepared-statements.js';
export { affected, execute, firstRow, rows, wasInserted } from './sql.js';
export { UnsuitableDatabaseError } from './suitable-database.js';
export { HOT_QUERY_TIMEOUT_MS, type TimedQuery } from './timed-query.js';
export { UUID_V7 } from './uuid-v7.js';
