import { Global, Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { FieldError } from '@signpost/contracts';
import { v7 as uuidv7 } from 'uuid';
import { AuditModule } from '../../audit/index.js';
import { ENTITIES } from '../../entities.js';
import {
  ImportValidator,
  ImportsRepository,
  ImportWriter,
  LinksModule,
  type DoneRow,
  type ImportScope,
  type ValidatedRow,
} from '../../links/index.js';
import { Mailer } from '../../mails/index.js';
import { Principals } from '../../platform/access/index.js';
import type { Config } from '../../platform/config/index.js';
import { PlatformModule } from '../../platform/platform.module.js';
import { withSessionSecret } from '../../platform/security/session-secret.js';
import { CLICK_RECORDER, DeadEnds, RedirectInvalidator } from '../../redirect/index.js';
import { WorkspacesRepository } from '../../workspaces/index.js';
import type { OpsContext } from '../ops-context.js';
import { OpsError } from '../ops-error.js';
import type { ImportPart } from './import-plan.js';

/** Result of a row: a new link, an existing link, or its errors. */
export type RowState = 'made' | 'there' | readonly FieldError[];

/** A part whose rows have been validated individually. */
export interface ReadyPart {
  readonly part: ImportPart;
  /** Rows that are not links yet, by index in the part. */
  readonly open: readonly {
    readonly index: number;
    readonly validated: ValidatedRow;
    readonly former: DoneRow | undefined;
  }[];
}

const nothing = (): void => undefined;

/** This process serves no redirects, so it has no cache to invalidate: the application is notified by the database. */
const NO_VISITORS: Pick<RedirectInvalidator, keyof RedirectInvalidator> = {
  linkChanged: nothing,
  addressChanged: nothing,
  workspaceChanged: nothing,
  campaignChanged: nothing,
};

/** Stubs for services that this process does not need: it serves no visitors, has no sessions and sends no mail. */
@Global()
@Module({
  providers: [
    { provide: RedirectInvalidator, useValue: NO_VISITORS },
    { provide: CLICK_RECORDER, useValue: {} },
    { provide: DeadEnds, useValue: {} },
    { provide: Principals, useValue: {} },
    { provide: Mailer, useValue: {} },
  ],
  exports: [RedirectInvalidator, CLICK_RECORDER, DeadEnds, Principals, Mailer],
})
class AloneModule {}

@Module({})
class ImporterModule {
  static with(config: Config) {
    const imports = [
      PlatformModule.with(config),
      AloneModule,
      AuditModule,
      LinksModule,
      TypeOrmModule.forFeature(ENTITIES),
    ];
    return { module: ImporterModule, imports };
  }
}

/** @throws OpsError when there is no such workspace. */
export async function openImporter({ config }: OpsContext, slug: string): Promise<Importer> {
  const app = await NestFactory.createApplicationContext(ImporterModule.with(withSessionSecret(config)), {
    logger: false,
    abortOnError: false,
  });
  const workspace = await app.get(WorkspacesRepository, { strict: false }).findBySlug(slug);
  if (workspace === null) {
    await app.close();
    throw new OpsError(`There is no workspace ${slug}.`);
  }
  return new Importer(app, { workspaceId: workspace.id, workspace, userId: null });
}

/** The application's import, running in this process. */
export class Importer {
  private readonly validator: ImportValidator;
  private readonly writer: ImportWriter;
  private readonly imports: ImportsRepository;

  constructor(
    private readonly app: INestApplicationContext,
    private readonly scope: ImportScope,
  ) {
    this.validator = app.get(ImportValidator, { strict: false });
    this.writer = app.get(ImportWriter, { strict: false });
    this.imports = app.get(ImportsRepository, { strict: false });
  }

  async prepare(part: ImportPart): Promise<ReadyPart> {
    const { workspaceId } = this.scope;
    const id = await this.imports.findByHash(workspaceId, part.hash);
    const done = id === null ? new Map<number, DoneRow>() : await this.imports.listDone(workspaceId, id);
    const places = [...part.rows.keys()].filter((index) => done.get(index + 1)?.state !== 'live');
    const rows = places.map((index) => part.rows[index] ?? {});
    const open = (await this.validator.validate(this.scope, rows)).map((validated, at) => {
      const index = places[at] ?? 0;
      return { index, validated, former: done.get(index + 1) };
    });
    return { part, open };
  }

  /** Creates links from a part's rows, in one transaction; existing links stay unchanged. */
  async write(ready: ReadyPart): Promise<RowState[]> {
    const states = startOf(ready);
    const { part, open } = ready;
    if (open.length === 0) return states;
    const file = { id: uuidv7(), fileHash: part.hash, rowCount: part.rows.length };
    const importId = await this.imports.note(this.scope.workspaceId, null, file);
    const rows = open.map(({ index }) => ({ row: index + 1, values: part.rows[index] ?? {} }));
    const { results } = await this.writer.write(
      this.scope,
      { importId, fileHash: part.hash, rows },
      open.map(({ validated }) => validated),
    );
    for (const { row, status, errors } of results) {
      states[row - 1] = status === 'created' ? 'made' : status === 'already_imported' ? 'there' : (errors ?? []);
    }
    return states;
  }

  /** Result that {@link write} would have. @param seen addresses of previous parts; those of this one are added. */
  async assess(ready: ReadyPart, seen: Set<string>): Promise<{ states: RowState[]; newCampaigns: readonly string[] }> {
    const states = startOf(ready);
    const validated = ready.open.map((row) => row.validated);
    const former = ready.open.map((row) => row.former);
    const { errors, newCampaigns } = await this.validator.assess(this.scope, validated, former, seen);
    errors.forEach((wrong, at) => (states[ready.open[at]?.index ?? 0] = wrong.length === 0 ? 'made' : wrong));
    return { states, newCampaigns };
  }

  close(): Promise<void> {
    return this.app.close();
  }
}

/** States before anything is done: rows that are links already are there. */
function startOf({ part, open }: ReadyPart): RowState[] {
  const isOpen = new Set(open.map(({ index }) => index));
  return part.rows.map((_, index) => (isOpen.has(index) ? [] : 'there'));
}
