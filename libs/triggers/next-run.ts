import { readCron } from './cron-expression.js';
import type { CronFields } from './cron-expression.js';
import { cronRunsWithin, nextCronRun } from './next-cron-run.js';
import { UNIT_MS } from './trigger.js';
import type { IntervalTrigger, Trigger } from './trigger.js';

/** More slots than this are not counted. */
export const MOST_COUNTED_SLOTS = 1000;

const parsed = new Map<string, CronFields>();
const MOST_PARSED = 5000;

/**
 * The first slot of a trigger after `afterMs`; null where none comes any more. An interval's slots are whole intervals
 * from `anchorMs`, so that a late run moves none of those that follow. All times are milliseconds since the epoch. Throws
 * where the trigger is none that `readTrigger` takes.
 */
export function nextRun(trigger: Trigger, afterMs: number, anchorMs: number): number | null {
  if (trigger.type === 'cron') return nextCronRun(fieldsOf(trigger.expression), trigger.timezone, afterMs);
  if (trigger.type === 'once') return Date.parse(trigger.at) > afterMs ? Date.parse(trigger.at) : null;
  const everyMs = intervalMs(trigger);
  const passed = Math.max(0, Math.floor((afterMs - anchorMs) / everyMs));
  return anchorMs + (passed + 1) * everyMs;
}

/**
 * The anchor of a trigger as of now. One that was set while the clock was ahead moves back by whole intervals, so that the
 * next slot comes within two of them, where it was to come before.
 */
export function anchorAsOf(trigger: Trigger, anchorMs: number, nowMs: number): number {
  if (trigger.type !== 'interval' || anchorMs <= nowMs) return anchorMs;
  const everyMs = intervalMs(trigger);
  return anchorMs - Math.floor((anchorMs - nowMs) / everyMs) * everyMs;
}

/** The next `count` slots after `afterMs`, fewer where fewer come. */
export function nextRuns(trigger: Trigger, afterMs: number, anchorMs: number, count: number): number[] {
  const runs: number[] = [];
  for (let at = nextRun(trigger, afterMs, anchorMs); at !== null && runs.length < count;) {
    runs.push(at);
    at = nextRun(trigger, at, anchorMs);
  }
  return runs;
}

/** Slots of a period. */
export interface PeriodRuns {
  readonly count: number;
  /** The first of them, as many as were asked for. */
  readonly first: readonly number[];
}

/** The slots of a trigger from `fromMs` until before `toMs`: how many there are, and the first `most`. */
export function runsWithin(
  trigger: Trigger,
  { fromMs, toMs, anchorMs, most }: { fromMs: number; toMs: number; anchorMs: number; most: number },
): PeriodRuns {
  if (trigger.type === 'cron') {
    const all = cronRunsWithin(fieldsOf(trigger.expression), trigger.timezone, fromMs, toMs);
    return { count: all.length, first: all.slice(0, most) };
  }
  const next = nextRun(trigger, fromMs - 1, anchorMs);
  if (next === null || next >= toMs) return { count: 0, first: [] };
  if (trigger.type === 'once') return { count: 1, first: [next].slice(0, most) };
  const everyMs = intervalMs(trigger);
  const count = Math.ceil((toMs - next) / everyMs);
  return { count, first: Array.from({ length: Math.min(count, most) }, (_, place) => next + place * everyMs) };
}

/** Slots that are due: the newest of them, how many came before it, and the one that comes after now. */
export interface DueSlots {
  readonly slot: number;
  /** At most `MOST_COUNTED_SLOTS`. */
  readonly passedBefore: number;
  readonly next: number | null;
}

/** What is due of a trigger whose oldest open slot is `slotMs`, at `nowMs`, which is not before it. */
export function dueSlots(trigger: Trigger, slotMs: number, nowMs: number, anchorMs: number): DueSlots {
  if (trigger.type === 'interval') {
    const everyMs = intervalMs(trigger);
    const passed = Math.floor((nowMs - slotMs) / everyMs);
    const slot = slotMs + passed * everyMs;
    return { slot, passedBefore: Math.min(passed, MOST_COUNTED_SLOTS), next: slot + everyMs };
  }
  let [slot, passedBefore] = [slotMs, 0];
  let next = nextRun(trigger, slot, anchorMs);
  while (next !== null && next <= nowMs) {
    slot = next;
    passedBefore += 1;
    next = nextRun(trigger, passedBefore < MOST_COUNTED_SLOTS ? slot : nowMs, anchorMs);
  }
  return { slot, passedBefore: Math.min(passedBefore, MOST_COUNTED_SLOTS), next };
}

/** Milliseconds between two slots of an interval. */
export function intervalMs({ every, unit }: IntervalTrigger): number {
  return every * UNIT_MS[unit];
}

function fieldsOf(expression: string): CronFields {
  const known = parsed.get(expression);
  if (known !== undefined) return known;
  const reading = readCron(expression);
  if (reading.kind === 'invalid') throw new Error(reading.fault);
  if (parsed.size >= MOST_PARSED) parsed.clear();
  parsed.set(expression, reading.fields);
  return reading.fields;
}
