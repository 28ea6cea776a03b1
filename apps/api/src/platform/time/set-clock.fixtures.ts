import { Clock } from './clock.js';

/** A clock that only the test advances, in Unix milliseconds. */
export class SetClock extends Clock {
  constructor(public at: number) {
    super();
  }
  override now(): number {
    return this.at;
  }
}
