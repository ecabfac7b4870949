import { Injectable } from '@nestjs/common';

/** The only source of the current time, so that tests can set it. */
@Injectable()
export class Clock {
  /** Milliseconds since the epoch. */
  now(): number {
    return Date.now();
  }

  /** ISO 8601 in UTC with an explicit offset. */
  isoNow(): string {
    return new Date(this.now()).toISOString();
  }
}
