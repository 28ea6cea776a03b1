import { Logger } from '@nestjs/common';
import { counted } from '../../platform/counted.js';
import { withReason } from '../../platform/signals/index.js';
import type { JournalHealth } from './click-journal.js';

/** Logs each change of the journal's state once: the disk rejects or accepts writes, events were lost, journals were ignored. */
export class JournalLog {
  private readonly logger = new Logger('Clicks');
  private error: string | null = null;
  private lost = 0;
  private leftAlone = 0;

  report({ error, lost }: JournalHealth): void {
    if (error !== this.error) {
      if (error === null) this.logger.log('The click journal can be written again.');
      else
        this.logger.error(
          `The click journal cannot be written: ${error}. Clicks go to the database from memory. DATA_DIR needs free space, and Signpost permission to write to it.`,
        );
      this.error = error;
    }
    if (lost > this.lost) this.logLost(lost, error);
  }

  /** @param journals number of journals of ended processes that only a newer version can read. */
  leaveAlone(journals: number): void {
    if (journals !== this.leftAlone && journals > 0) {
      this.logger.warn(
        `Click journals of a newer version are left as they are: ${journals}. A process of that version stores them.`,
      );
    }
    this.leftAlone = journals;
  }

  /** @param events number of events stored from the journal of an ended process. */
  recovered(events: number): void {
    this.logger.log(`The click journal of a process that ended was recovered: ${counted(events, 'click')} stored.`);
  }

  /**
   * Logs the events lost when the process ends.
   * @param databaseError why the database has not stored the events held in memory; null if it has.
   */
  end({ lost }: JournalHealth, databaseError: string | null): void {
    if (lost > this.lost) this.logLost(lost, databaseError ?? this.error);
  }

  private logLost(lost: number, reason: string | null): void {
    this.logger.error(withReason(`Clicks lost: ${lost - this.lost}; since the start ${lost}.`, reason));
    this.lost = lost;
  }
}
