import type { Job, TimeDisplay } from '#libs/api';
import { nextRuns } from '#libs/triggers';
import { dayAfter, shownDay } from '../../shared/time/shown-day';
import { timeDisplay } from '../../shared/time/time-display';

/** A run that is to come. `count` is more than one where a job runs too often to be drawn one by one. */
export interface ComingRun {
  readonly job: Job;
  readonly at: Date;
  readonly count: number;
}

export interface CalendarDay {
  readonly date: Date;
  readonly runs: readonly ComingRun[];
}

const DAYS = 7;
/** A job that runs more often within a day is one line of that day. */
const MOST_A_DAY = 4;
const MOST_RUNS = 2000;

/** The runs of seven days from now on, by the days of the zone in which times are shown. Paused jobs have none. */
export function weekCalendar(jobs: readonly Job[], now: Date, display = timeDisplay()): CalendarDay[] {
  const days = Array.from({ length: DAYS }, (_, place) => dayAfter(now, place, display));
  const end = dayAfter(now, DAYS, display);
  const runs = jobs.flatMap((job) => runsOf(job, now, end, display));
  return days.map((date) => ({
    date,
    runs: runs
      .filter(({ at }) => shownDay(at, display) === shownDay(date, display))
      .sort((a, b) => a.at.getTime() - b.at.getTime()),
  }));
}

function runsOf(job: Job, now: Date, end: Date, display: TimeDisplay): ComingRun[] {
  if (job.next_run_at === null) return [];
  const first = Date.parse(job.next_run_at);
  const later = nextRuns(job.trigger, first, first, MOST_RUNS);
  const times = [first, ...later].filter((at) => at >= now.getTime() && at < end.getTime());
  const byDay = new Map<string, number[]>();
  for (const at of times) {
    const day = shownDay(new Date(at), display);
    byDay.set(day, [...(byDay.get(day) ?? []), at]);
  }
  return [...byDay.values()].flatMap((own) =>
    own.length > MOST_A_DAY
      ? [{ job, at: new Date(own[0] ?? 0), count: own.length }]
      : own.map((at) => ({ job, at: new Date(at), count: 1 })),
  );
}
