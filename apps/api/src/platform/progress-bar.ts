const WIDTH = 30;

/** Where progress is shown: a terminal, or a file that lines go to. */
export type ProgressOutput = NodeJS.WritableStream & { readonly isTTY?: boolean };

/** One line that fills up on a terminal; elsewhere a line for each tenth. */
export class ProgressBar {
  private readonly started = performance.now();
  private tenth = 0;

  /** @param unit what is counted, in the plural. */
  constructor(
    private readonly total: number,
    private readonly unit: string,
    private readonly output: ProgressOutput,
  ) {}

  show(done: number): void {
    const share = done / this.total;
    const rate = Math.round(done / ((performance.now() - this.started) / 1000));
    const text = `${Math.floor(share * 100)} %  ${done.toLocaleString('en')} ${this.unit}  ${rate.toLocaleString('en')}/s`;
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
