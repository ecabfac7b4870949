import { readCron } from './cron-expression.js';
import { nextRun } from './next-run.js';
import { UNIT_MS } from './trigger.js';
import type { CronTrigger, IntervalTrigger, OnceTrigger, Trigger } from './trigger.js';
import { isTimeZone } from './zone-offset.js';

/** What is wrong with a trigger, and where: a JSON pointer within it. */
export interface TriggerFault {
  readonly pointer: '' | `/${string}`;
  readonly detail: string;
}

export type TriggerReading =
  { readonly kind: 'valid'; readonly trigger: Trigger } | { readonly kind: 'invalid'; readonly fault: TriggerFault };

/** Something that may be a trigger. */
type Given = Readonly<Partial<Record<'type' | 'expression' | 'timezone' | 'every' | 'unit' | 'at', unknown>>>;

const YEAR_MS = 366 * 86_400_000;
const ISO_WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Reads a trigger from a request; a one-time trigger `at` "now" runs at once, by the clock of `nowMs`. Refused: an
 * expression that never fires, a moment that has passed at `nowMs`, an interval below one second or above a year, an
 * unknown time zone. A cron trigger without a time zone takes `homeZone`.
 */
export function readTrigger(value: unknown, nowMs: number, homeZone = 'UTC'): TriggerReading {
  if (typeof value !== 'object' || value === null) return invalid('', 'The trigger must be an object with a type.');
  const given = value as Given;
  const unknown = Object.keys(given).find((name) => !isMember(given.type, name));
  if (unknown !== undefined) {
    return invalid(`/${pointerPart(unknown)}`, `A trigger of this type has no ${JSON.stringify(unknown)}.`);
  }
  if (given.type === 'cron') return readCronTrigger(given, nowMs, homeZone);
  if (given.type === 'interval') return readInterval(given);
  if (given.type === 'once') return readOnce(given, nowMs);
  return invalid('/type', 'The type must be cron, interval or once.');
}

const MEMBERS: Readonly<Record<Trigger['type'], readonly string[]>> = {
  cron: ['type', 'expression', 'timezone'],
  interval: ['type', 'every', 'unit'],
  once: ['type', 'at'],
};

/** Of an unknown type every member is accepted: the type is the mistake. */
function isMember(type: unknown, name: string): boolean {
  return (type !== 'cron' && type !== 'interval' && type !== 'once') || MEMBERS[type].includes(name);
}

/** A name within a JSON pointer (RFC 6901). */
function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function readCronTrigger(given: Given, nowMs: number, homeZone: string): TriggerReading {
  const { expression, timezone = homeZone } = given;
  if (typeof expression !== 'string') return invalid('/expression', 'Enter a cron expression.');
  if (typeof timezone !== 'string' || !isTimeZone(timezone)) {
    return invalid(
      '/timezone',
      `The time zone ${JSON.stringify(timezone)} is not known. Enter one such as Europe/Paris.`,
    );
  }
  const reading = readCron(expression);
  if (reading.kind === 'invalid') return invalid('/expression', reading.fault);
  const trigger: CronTrigger = { type: 'cron', expression: expression.trim().replace(/\s+/g, ' '), timezone };
  if (nextRun(trigger, nowMs, nowMs) === null) return invalid('/expression', 'The trigger never fires.');
  return { kind: 'valid', trigger };
}

function readInterval({ every, unit }: Given): TriggerReading {
  if (unit !== 'seconds' && unit !== 'minutes' && unit !== 'hours') {
    return invalid('/unit', 'The unit must be seconds, minutes or hours.');
  }
  if (typeof every !== 'number' || !Number.isInteger(every) || every < 1) {
    return invalid('/every', 'Enter a whole number of at least 1.');
  }
  if (every * UNIT_MS[unit] > YEAR_MS) return invalid('/every', 'The interval must be a year or less.');
  const trigger: IntervalTrigger = { type: 'interval', every, unit };
  return { kind: 'valid', trigger };
}

function readOnce({ at }: Given, nowMs: number): TriggerReading {
  // The slot after this moment, since a slot has to come.
  if (at === 'now') return { kind: 'valid', trigger: { type: 'once', at: new Date(nowMs + 1).toISOString() } };
  if (typeof at !== 'string' || !ISO_WITH_OFFSET.test(at) || Number.isNaN(Date.parse(at))) {
    return invalid('/at', 'Enter the time with its offset, such as 2026-12-01T06:00:00+01:00.');
  }
  if (!isCalendarDay(at)) return invalid('/at', `The day ${at.slice(0, 10)} does not exist.`);
  if (Date.parse(at) <= nowMs) return invalid('/at', 'This time has passed. Choose a later one.');
  const trigger: OnceTrigger = { type: 'once', at };
  return { kind: 'valid', trigger };
}

/** JavaScript takes 30 February for 2 March. */
function isCalendarDay(at: string): boolean {
  const day = at.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

function invalid(pointer: TriggerFault['pointer'], detail: string): TriggerReading {
  return { kind: 'invalid', fault: { pointer, detail } };
}
