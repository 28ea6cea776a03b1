import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { ImportInput, ImportPreview, ImportResult } from '@signpost/contracts';
import { UUID } from '@signpost/domain';
import { v7 as uuidv7 } from 'uuid';
import type { Clicks } from '../../clicks/index.js';
import type { Member } from '../../platform/access/index.js';
import { Config } from '../../platform/config/index.js';
import { fail } from '../../platform/errors/index.js';
import { RateLimits } from '../../platform/limits/index.js';
import { Clock } from '../../platform/time/index.js';
import { BackgroundThread, fairTurns, WorkQueue } from '../../platform/work/index.js';
import { CLICK_RECORDER } from '../../redirect/index.js';
import { LinkAddresses } from '../record/link-addresses.js';
import { EMPTY_FIELDS } from '../record/link-fields.js';
import type { ImportFile } from './import-file.js';
import { ImportValidator } from './import-validator.js';
import type { PreviewedFile, PreviewOrder } from './import-preview.worker.js';
import type { ValidatedRow } from './import-row.js';
import { checkShape } from './import-shape.js';
import { ImportWriter } from './import-writer.js';
import { ImportsRepository } from './imports.repository.js';

/** Only one file is previewed at a time, and this thread rests in between: it has 20 ms of work with each. */
const previewQueue = new WorkQueue(1, 1);

/** Imports links from a CSV file in two steps: preview, and import of the previewed rows. */
@Injectable()
export class LinksImportService implements OnApplicationShutdown {
  private readonly thread = new BackgroundThread<PreviewOrder, PreviewedFile>(
    new URL('./import-preview.worker.js', import.meta.url),
    () => import('./import-preview.worker.js'),
  );

  constructor(
    private readonly validator: ImportValidator,
    private readonly writer: ImportWriter,
    private readonly imports: ImportsRepository,
    private readonly addresses: LinkAddresses,
    private readonly limits: RateLimits,
    private readonly config: Config,
    private readonly clock: Clock,
    @Inject(CLICK_RECORDER) private readonly clicks: Pick<Clicks, 'flush'>,
  ) {}

  onApplicationShutdown(): Promise<void> {
    return this.thread.close();
  }

  /** Contents of the file and the errors of each row. Creates no links. */
  async preview(member: Member, bytes: Buffer): Promise<ImportPreview> {
    const { file, validated } = await this.read(member, bytes);
    const rowCount = file.rows.length;
    const importId = await this.imports.note(member.workspaceId, member.userId, {
      id: uuidv7(),
      fileHash: file.hash,
      rowCount,
    });
    const done = await this.imports.listDone(member.workspaceId, importId);
    const former = validated.map((_, index) => done.get(index + 1));
    const { errors, newCampaigns } = await this.validator.assess(member, validated, former);
    return {
      importId,
      fileHash: file.hash,
      rowCount,
      rows: file.rows.map((values, index) => ({ row: index + 1, values, errors: [...(errors[index] ?? [])] })),
      unknownColumns: file.unknownColumns,
      ...(newCampaigns.length > 0 ? { newCampaigns: [...newCampaigns] } : {}),
    };
  }

  /** Creates links from rows. Every row gets a result; for a row that was imported before, it is the existing link. */
  async import(member: Member, input: ImportInput): Promise<ImportResult> {
    const isStarted = UUID.test(input.importId) && (await this.imports.isStarted(member.workspaceId, input.importId));
    // Counted once per import, however many requests its rows are split into.
    if (!isStarted) await this.limits.consume('IMPORT', member.workspaceId, member);
    checkShape(input);
    const validated = await this.validator.validate(
      member,
      input.rows.map(({ values }) => values),
    );
    // Rows may take the place of links that were never visited: a visit that was answered a moment ago is one.
    await this.clicks.flush();
    return this.writer.write(member, input, validated);
  }

  private async read(member: Member, bytes: Buffer): Promise<{ file: ImportFile; validated: ValidatedRow[] }> {
    const urlBases = await this.addresses.ownUrls(member.workspace, ['']);
    const allowPrivate = this.config.allowPrivateDestinations;
    const read = await previewQueue.run(() =>
      this.thread.run({ bytes, allowPrivate, now: this.clock.now(), urlBases }),
    );
    if ('refused' in read) fail('file_invalid', read.refused);
    const validated: ValidatedRow[] = [];
    const turn = fairTurns();
    for (const row of read.validated) {
      await turn();
      validated.push({ ...row, fields: { ...EMPTY_FIELDS, ...row.fields } });
    }
    return { file: read.file, validated };
  }
}
