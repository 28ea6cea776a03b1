import cluster, { type Worker } from 'node:cluster';
import { within } from '../platform/time/index.js';

/** Time that a scrape waits for another worker; one that is busy or ending is then omitted. */
const PATIENCE_MS = 3_000;

/** Messages between workers and their primary. */
type Message =
  | { readonly signpost: 'metrics-of-all'; readonly id: number }
  | { readonly signpost: 'metrics-of-one'; readonly id: number }
  | { readonly signpost: 'metrics'; readonly id: number; readonly text: string };

/** Number of processes that share the port on this machine. */
export interface WorkerCounts {
  readonly serving: number;
  /** Workers that ended and whose replacement does not serve yet. */
  readonly missing: number;
  /** Workers started in place of one that ended, since the start of the primary. */
  readonly replacements: number;
}

/**
 * The metrics of all workers of this machine, read through any one of them, each sample with its worker's number. They are not
 * summed, because the restart of one worker would look like a jump of the sum.
 * @returns the process's own metrics if there are no workers.
 */
export function withOtherWorkers(own: () => Promise<string>): () => Promise<string> {
  const { worker } = cluster;
  if (worker === undefined) {
    const alone = renderCounts({ serving: 1, missing: 0, replacements: 0 });
    return async () => `${await own()}\n${alone}`;
  }
  const waiting = new Map<number, (text: string) => void>();
  let last = 0;
  worker.on('message', (message: unknown) => {
    if (!isMessage(message)) return;
    const { id } = message;
    if (message.signpost === 'metrics') waiting.get(id)?.(message.text);
    if (message.signpost === 'metrics-of-one') {
      own().then(
        (text) => worker.send({ signpost: 'metrics', id, text } satisfies Message),
        () => undefined,
      );
    }
  });
  return async () => {
    const id = ++last;
    const answer = Promise.withResolvers<string>();
    waiting.set(id, answer.resolve);
    worker.send({ signpost: 'metrics-of-all', id } satisfies Message);
    const text = await within(2 * PATIENCE_MS, answer.promise);
    waiting.delete(id);
    if (text === null) throw new Error('the primary process does not answer');
    return text;
  };
}

/** The primary's part: collects the metrics of every worker when one of them requests all. */
export class WorkerMetrics {
  private last = 0;
  private readonly waiting = new Map<number, (text: string) => void>();

  /** @param workers the live workers, by number. */
  constructor(
    private readonly workers: ReadonlyMap<number, Worker>,
    private readonly counts: () => WorkerCounts,
  ) {}

  /** Answers the messages of a worker; call it when the worker starts. */
  serve(worker: Worker): void {
    worker.on('message', (message: unknown) => {
      if (!isMessage(message)) return;
      if (message.signpost === 'metrics') this.waiting.get(message.id)?.(message.text);
      if (message.signpost === 'metrics-of-all') {
        const { id } = message;
        void this.collect().then((text) => {
          if (worker.isConnected()) worker.send({ signpost: 'metrics', id, text } satisfies Message);
        });
      }
    });
  }

  private async collect(): Promise<string> {
    const requests = [...this.workers].map(async ([number, worker]) => {
      const id = ++this.last;
      const answer = Promise.withResolvers<string>();
      this.waiting.set(id, answer.resolve);
      if (worker.isConnected()) worker.send({ signpost: 'metrics-of-one', id } satisfies Message);
      const text = await within(PATIENCE_MS, answer.promise);
      this.waiting.delete(id);
      return { number, text };
    });
    const texts = (await Promise.all(requests)).flatMap(({ number, text }) =>
      text === null ? [] : [{ number, text }],
    );
    return `${mergeMetrics(texts)}\n${renderCounts(this.counts())}`;
  }
}

/**
 * Merges the metrics of all workers, in Prometheus's text format: the samples of a metric are grouped below its description, each
 * with a label `worker`.
 */
export function mergeMetrics(texts: readonly { readonly number: number; readonly text: string }[]): string {
  const metrics = new Map<string, { head: string[]; samples: string[] }>();
  for (const { number, text } of texts) {
    let metric = { head: [] as string[], samples: [] as string[] };
    for (const line of text.split('\n')) {
      const [, word, name = ''] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? [];
      if (word !== undefined) {
        metric = metrics.get(name) ?? { head: [], samples: [] };
        metrics.set(name, metric);
        if (!metric.head.some((known) => known.startsWith(`# ${word} `))) metric.head.push(line);
      } else if (line !== '') metric.samples.push(labelled(line, number));
    }
  }
  return [...metrics.values()].map(({ head, samples }) => `${[...head, ...samples].join('\n')}\n`).join('\n');
}

function renderCounts({ serving, missing, replacements }: WorkerCounts): string {
  return `# HELP signpost_workers Processes that share the port of this machine.
# TYPE signpost_workers gauge
signpost_workers{state="serving"} ${serving}
signpost_workers{state="missing"} ${missing}

# HELP signpost_worker_replacements_total Processes started in place of one that ended.
# TYPE signpost_worker_replacements_total counter
signpost_worker_replacements_total ${replacements}
`;
}

/** `name{a="b"} 1` or `name 1`, with the worker's label first. */
function labelled(sample: string, number: number): string {
  const end = sample.search(/[{ ]/);
  const rest = sample[end] === '{' ? `,${sample.slice(end + 1)}` : `}${sample.slice(end)}`;
  return `${sample.slice(0, end)}{worker="${number}"${rest}`;
}

function isMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'signpost' in message;
}
