import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { TypeOrmModule } from '@nestjs/typeorm';
import { addLink, addWorkspace, type TestDatabase } from '@signpost/testing';
import { v7 as uuidv7 } from 'uuid';
import { ENTITIES } from '../entities.js';
import { AuditModule } from '../audit/index.js';
import { AuthModule } from '../auth/index.js';
import { Clicks, ClicksModule } from '../clicks/index.js';
import { readConfig } from '../platform/config/index.js';
import { LoggingModule } from '../platform/logging/index.js';
import { MailModule } from '../mails/index.js';
import { PlatformModule } from '../platform/platform.module.js';
import { Clock } from '../platform/time/index.js';
import { RedirectModule } from '../redirect/index.js';
import { WorkspacesModule } from '../workspaces/index.js';
import { JobsModule } from './jobs.module.js';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** One process of the application, its clock set by the test. */
export interface TestProcess {
  readonly app: INestApplicationContext;
  close(): Promise<void>;
}

/** Starts the modules that send alerts in this process, without HTTP listener and scheduler. */
export async function startProcess(url: string, clock: Clock, env: Record<string, string> = {}): Promise<TestProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'signpost-jobs-'));
  const config = readConfig({
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    DATABASE_POOL_SIZE: '8',
    SESSION_SECRET: 'a-session-secret-of-the-alert-tests',
    JOBS_SCHEDULER: 'off',
    LOG_LEVEL: 'silent',
    ...env,
  });
  const imports = [
    LoggingModule.with(config),
    PlatformModule.with(config),
    MailModule,
    RedirectModule.with({ module: ClicksModule, provider: Clicks }),
    AuditModule,
    AuthModule,
    WorkspacesModule,
    JobsModule.with(config),
    // Entities of omitted modules, because foreign keys refer to them.
    TypeOrmModule.forFeature(ENTITIES),
  ];
  const testing = Test.createTestingModule({ imports }).overrideProvider(Clock).useValue(clock);
  const app = (await testing.compile()).createNestApplication({ logger: false });
  await app.init();
  return {
    app,
    close: async () => {
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A workspace with an owner. */
export async function aWorkspace(
  db: TestDatabase,
  name = 'Acme',
): Promise<{ id: string; ownerId: string; ownerEmail: string }> {
  const id = await addWorkspace(db, name);
  const owner = await aMember(db, id, 'OWNER');
  return { id, ownerId: owner.id, ownerEmail: owner.email };
}

export async function aMember(
  db: TestDatabase,
  workspaceId: string,
  role: 'OWNER' | 'MEMBER' | 'VIEWER' = 'MEMBER',
  isActive = true,
): Promise<{ id: string; email: string }> {
  const id = uuidv7();
  const email = `${role.toLowerCase()}-${id}@example.test`;
  await db.query('INSERT INTO users (id, email, verified_at) VALUES ($1, $2, now())', [id, email]);
  await db.query('INSERT INTO memberships (workspace_id, user_id, role, is_active) VALUES ($1, $2, $3, $4)', [
    workspaceId,
    id,
    role,
    isActive,
  ]);
  return { id, email };
}

/** Columns of a link; times in Unix milliseconds. */
export interface LinkColumns {
  expires_at?: number | null;
  review_at?: number | null;
  maximum_visits?: number | null;
  used_visits?: number;
  archived_at?: number | null;
  deleted_at?: number | null;
  is_enabled?: boolean;
  responsible_user_id?: string | null;
  created_by?: string | null;
  title?: string | null;
}

export async function aLink(db: TestDatabase, workspaceId: string, columns: LinkColumns = {}): Promise<string> {
  const id = await addLink(db, workspaceId);
  await changeLink(db, id, columns);
  return id;
}

export async function changeLink(
  db: TestDatabase,
  id: string,
  { used_visits, ...columns }: LinkColumns,
): Promise<void> {
  for (const [column, value] of Object.entries(columns)) {
    const isTime = column.endsWith('_at') && value !== null;
    await db.query(`UPDATE links SET ${column} = $2 WHERE id = $1`, [id, isTime ? new Date(value as number) : value]);
  }
  if (used_visits !== undefined) {
    await db.query('UPDATE link_counters SET used_visits = $2 WHERE link_id = $1', [id, used_visits]);
  }
}
