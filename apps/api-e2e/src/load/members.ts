import type { ApiAnswer, ApiClient } from '@signpost/testing';

const REST_MS = 250;

/** A link that members edit. */
export interface EditedLink {
  readonly id: string;
  readonly slug: string;
}

/** How members fared: what they did, and answers that a member should not get. */
export interface Work {
  edits: number;
  reports: number;
  imported: number;
  readonly failures: string[];
}

/** Nothing done yet. */
export function nothingDone(): Work {
  return { edits: 0, reports: 0, imported: 0, failures: [] };
}

/**
 * A member who edits links, imports new ones and reads reports, over and over until told to leave.
 * Failures are noted, not thrown: a restart under way is one.
 */
export class BusyMember {
  private leaving = false;
  private readonly done: Promise<void>;

  /** Begins at once. */
  constructor(
    private readonly client: ApiClient,
    private readonly links: readonly EditedLink[],
    private readonly work: Work,
  ) {
    this.done = this.run();
  }

  /** Ends after the turn that is under way. */
  async stop(): Promise<void> {
    this.leaving = true;
    await this.done;
  }

  private async run(): Promise<void> {
    for (let turn = 0; !this.leaving; turn += 1) {
      try {
        await this.turn(turn);
      } catch (error) {
        this.work.failures.push(error instanceof Error ? error.message : String(error));
      }
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
    }
  }

  private async turn(turn: number): Promise<void> {
    const { client, work } = this;
    const id = this.links[turn % this.links.length]?.id ?? '';
    const edit = { title: `Turn ${turn}`, destinationUrl: `https://example.com/${turn}` };
    if (this.went(await client.patch(`/api/links/${id}`, edit))) work.edits += 1;
    if (this.went(await client.get(`/api/links/${id}/analytics`))) work.reports += 1;
    if (this.went(await client.get('/api/workspaces/analytics.csv'))) work.reports += 1;
    await this.import();
  }

  private async import(): Promise<void> {
    // Never the same file twice: what was imported before makes no link again.
    const key = crypto.randomUUID();
    const csv = `destination_url,title\n${[1, 2, 3].map((row) => `example.com/${key}/${row},${row}`).join('\n')}\n`;
    const preview = await this.client.upload('/api/links/import/preview', csv, 'links.csv', 'text/csv');
    if (!this.went(preview)) return;
    const { importId, fileHash, rows } = preview.body as { importId: string; fileHash: string; rows: ImportedRow[] };
    const wanted = rows.map(({ row, values }) => ({ row, values }));
    const answer = await this.client.post('/api/links/import', { importId, fileHash, rows: wanted });
    if (!this.went(answer)) return;
    const { results } = answer.body as { results: { status: string }[] };
    this.work.imported += results.filter(({ status }) => status === 'created').length;
  }

  private went(answer: ApiAnswer): boolean {
    if (answer.status === 200) return true;
    this.work.failures.push(`${answer.status} ${answer.text.slice(0, 200)}`);
    return false;
  }
}

interface ImportedRow {
  readonly row: number;
  readonly values: Record<string, string>;
}
