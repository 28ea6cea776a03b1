import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Health } from '@signpost/contracts';
import type { DataSource } from 'typeorm';
import { Version } from '../platform/version.js';

/** Milliseconds after which a silent database counts as down. */
const ANSWER_WITHIN_MS = 2000;

@Injectable()
export class HealthService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly version: Version,
  ) {}

  /** Asks the database one question. Never throws. */
  async check(): Promise<Health> {
    const isUp = await this.answers();
    return { ok: isUp, database: isUp ? 'up' : 'down', version: this.version.value };
  }

  private async answers(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => {
        resolve(false);
      }, ANSWER_WITHIN_MS);
    });
    const answered = this.source.query('SELECT 1').then(
      () => true,
      () => false,
    );
    const isUp = await Promise.race([answered, late]);
    clearTimeout(timer);
    return isUp;
  }
}
