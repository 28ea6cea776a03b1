import { connect, type Socket } from 'node:net';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const RECONNECT_MS = 50;
const TICK_MS = 5;

/** What visitors saw. */
export interface Seen {
  /** Requests that were written to a connection. */
  sent: number;
  /** Requests whose connection ended without a whole answer. */
  broken: number;
  readonly statuses: Map<number, number>;
  /** Longest wait for an answer, in milliseconds. */
  slowestMs: number;
  /** How many answers took so many whole milliseconds. */
  readonly waits: Map<number, number>;
}

export interface VisitorOptions {
  readonly port: number;
  /** Paths asked for in turn. */
  readonly paths: readonly string[];
  /** Requests a second in all; as many as the answers allow when they are slow. */
  readonly perSecond: number;
  readonly connections: number;
}

/** Nothing seen yet. */
export function nothingSeen(): Seen {
  return { sent: 0, broken: 0, statuses: new Map(), slowestMs: 0, waits: new Map() };
}

/** Milliseconds within which this share of the answers came; 0 without any. */
export function waitOf(seen: Seen, share: number): number {
  let left = share * [...seen.waits.values()].reduce((sum, count) => sum + count, 0);
  for (const [milliseconds, count] of [...seen.waits].sort(([one], [other]) => one - other)) {
    left -= count;
    if (left <= 0) return milliseconds + 1;
  }
  return 0;
}

/** How often visitors got this answer. */
export function answeredWith(seen: Seen, status: number): number {
  return seen.statuses.get(status) ?? 0;
}

/**
 * Browsers that ask for short links over connections which they keep, each for the next one when it has its answer.
 * Written on sockets: an HTTP client would take more of the machine than the application under test.
 */
export class Visitors {
  private readonly visitors: Visitor[];
  private readonly startedAt = performance.now();
  private readonly timer: NodeJS.Timeout;
  private sent = 0;

  /** Begins at once. */
  constructor(
    private readonly options: VisitorOptions,
    seen: Seen,
  ) {
    this.visitors = Array.from({ length: options.connections }, () => new Visitor(options.port, seen));
    this.timer = setInterval(() => {
      this.send();
    }, TICK_MS);
  }

  /** Sends nothing more, waits for what is under way and hangs up. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.visitors.map((visitor) => visitor.leave()));
  }

  private send(): void {
    const { perSecond, paths } = this.options;
    const due = Math.floor(((performance.now() - this.startedAt) / 1000) * perSecond);
    for (const visitor of this.visitors) {
      if (this.sent >= due) return;
      if (!visitor.isFree) continue;
      visitor.send(paths[this.sent % paths.length] ?? '/');
      this.sent += 1;
    }
    // What could not be asked is not made up for: a burst after an outage would measure something else.
    this.sent = due;
  }
}

class Visitor {
  private socket: Socket | null = null;
  private reconnecting: NodeJS.Timeout | null = null;
  private askedAt: number | null = null;
  private received = '';
  private leaving: (() => void) | null = null;

  constructor(
    private readonly port: number,
    private readonly seen: Seen,
  ) {
    this.open();
  }

  get isFree(): boolean {
    return this.socket !== null && this.askedAt === null && this.leaving === null;
  }

  send(path: string): void {
    this.askedAt = performance.now();
    this.seen.sent += 1;
    this.socket?.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${this.port}\r\nUser-Agent: ${BROWSER}\r\n\r\n`);
  }

  leave(): Promise<void> {
    return new Promise((resolve) => {
      this.leaving = () => {
        if (this.reconnecting !== null) clearTimeout(this.reconnecting);
        this.socket?.destroy();
        resolve();
      };
      if (this.askedAt === null) this.leaving();
    });
  }

  private open(): void {
    const socket = connect(this.port, '127.0.0.1');
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('connect', () => (this.socket = socket));
    socket.on('data', (text: string) => {
      this.hear(text);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.closed();
    });
  }

  private hear(text: string): void {
    this.received += text;
    const head = this.received.indexOf('\r\n\r\n');
    if (head === -1 || this.askedAt === null) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.received.slice(0, head))?.[1] ?? 0);
    if (this.received.length < head + 4 + length) return;
    const status = Number(this.received.slice(9, 12));
    // Told that this was the last answer there: the next request goes elsewhere.
    if (/\r\nconnection: close\r\n/i.test(this.received.slice(0, head + 2))) this.socket = null;
    this.received = '';
    this.seen.statuses.set(status, (this.seen.statuses.get(status) ?? 0) + 1);
    const wait = performance.now() - this.askedAt;
    this.seen.slowestMs = Math.max(this.seen.slowestMs, wait);
    const milliseconds = Math.floor(wait);
    this.seen.waits.set(milliseconds, (this.seen.waits.get(milliseconds) ?? 0) + 1);
    this.askedAt = null;
    this.leaving?.();
  }

  private closed(): void {
    this.socket = null;
    this.received = '';
    if (this.askedAt !== null) this.seen.broken += 1;
    this.askedAt = null;
    if (this.leaving !== null) this.leaving();
    else this.reconnecting = setTimeout(() => this.open(), RECONNECT_MS);
  }
}
