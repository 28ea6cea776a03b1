import { Injectable } from '@nestjs/common';

/** The current time. Injected, so that tests can set it. */
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
