const WIDTH = 30;

/** Output for progress: a terminal, or a stream of lines such as a file. */
export type ProgressOutput = NodeJS.WritableStream & { readonly isTTY?: boolean };

/** A progress bar in one line of a terminal; on other outputs one line per tenth. */
export class ProgressBar {
  private readonly started = performance.now();
  private tenth = 0;

  /** @param unit noun for what is counted, in the plural. */
  constructor(
    private readonly total: number,
    private readonly unit: string,
    private readonly output: ProgressOutput,
  ) {}

  show(done: number): void {
    const share = done / this.total;
    const rate = Math.round(done / ((performance.now() - this.started) / 1000));
    const count = `${done.toLocaleString('en')} of ${this.total.toLocaleString('en')} ${this.unit}`;
    const text = `${Math.floor(share * 100)}%  ${count}  ${rate.toLocaleString('en')}/s`;
    if (this.output.isTTY === true) {
      const filled = Math.round(share * WIDTH);
      this.output.write(`\r[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${text} `);
      if (done >= this.total) this.output.write('\n');
    } else if (Math.floor(share * 10) > this.tenth) {
      this.tenth = Math.floor(share * 10);
      this.output.write(`${text}\n`);
    }
  }
}
