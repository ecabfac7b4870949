/** Runs at the times of a cron expression, as clocks show them in a time zone. */
export interface CronTrigger {
  readonly type: 'cron';
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  readonly expression: string;
  /** A name of the IANA list, such as `Europe/Paris`. */
  readonly timezone: string;
}

/** Runs again and again after the same elapsed time, whatever clocks do meanwhile. */
export interface IntervalTrigger {
  readonly type: 'interval';
  readonly every: number;
  readonly unit: IntervalUnit;
}

/** Runs one time. */
export interface OnceTrigger {
  readonly type: 'once';
  /** ISO 8601 with an offset; a request may also send `now`, which the server makes a moment of its clock. */
  readonly at: string;
}

export type IntervalUnit = 'seconds' | 'minutes' | 'hours';

/** When a job runs. */
export type Trigger = CronTrigger | IntervalTrigger | OnceTrigger;

export const UNIT_MS: Readonly<Record<IntervalUnit, number>> = { seconds: 1000, minutes: 60_000, hours: 3_600_000 };
