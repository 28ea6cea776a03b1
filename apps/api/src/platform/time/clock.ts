import { Injectable } from '@nestjs/common';

/** The time. Injected, so that tests decide what "now" is. */
@Injectable()
export class Clock {
  /** Unix milliseconds. */
  now(): number {
    return Date.now();
  }

  date(): Date {
    return new Date(this.now());
  }
}
