import { describe, expect, it } from '@jest/globals';
import { Cron } from 'croner';
import fc from 'fast-check';
import {
  anchorAsOf,
  dueSlots,
  nextRun,
  nextRuns,
  readCron,
  readTrigger,
  runsWithin,
  triggerText,
  triggerLabel,
} from './index.js';
import type { CronTrigger, Trigger } from './index.js';

const cron = (expression: string, timezone = 'UTC'): CronTrigger => ({ type: 'cron', expression, timezone });
const runs = (trigger: Trigger, from: string, count: number) =>
  nextRuns(trigger, Date.parse(from), Date.parse(from), count).map((at) =>
    new Date(at).toISOString().replace(':00.000Z', 'Z'),
  );
const NOW = Date.parse('2026-05-20T09:41:00Z');

describe('clocks that change', () => {
  it.each<[string, string, string, string, string[]]>([
    [
      '30 2 * * *',
      'America/New_York',
      '2026-03-07T12:00Z',
      'a skipped time fires as the clocks jump, once',
      ['2026-03-08T07:00Z', '2026-03-09T06:30Z'],
    ],
    [
      '0,30 2 * * *',
      'America/New_York',
      '2026-03-07T12:00Z',
      'two skipped times fire once',
      ['2026-03-08T07:00Z', '2026-03-09T06:00Z'],
    ],
    [
      '30 1 * * *',
      'America/New_York',
      '2026-10-31T12:00Z',
      'a repeated time fires when it comes first',
      ['2026-11-01T05:30Z', '2026-11-02T06:30Z'],
    ],
    [
      '*/30 * * * *',
      'America/New_York',
      '2026-11-01T04:45Z',
      'what follows the clock fires in both passes',
      ['2026-11-01T05:00Z', '2026-11-01T05:30Z', '2026-11-01T06:00Z', '2026-11-01T06:30Z', '2026-11-01T07:00Z'],
    ],
    [
      '*/30 * * * *',
      'America/New_York',
      '2026-03-08T06:15Z',
      'what follows the clock has no gap in elapsed time',
      ['2026-03-08T06:30Z', '2026-03-08T07:00Z', '2026-03-08T07:30Z'],
    ],
    [
      '30 2 * * *',
      'Europe/Berlin',
      '2026-03-28T12:00Z',
      'Berlin jumps from 02:00 to 03:00',
      ['2026-03-29T01:00Z', '2026-03-30T00:30Z'],
    ],
    [
      '30 2 * * *',
      'Europe/Berlin',
      '2026-10-24T12:00Z',
      'Berlin repeats 02:00 to 03:00',
      ['2026-10-25T00:30Z', '2026-10-26T01:30Z'],
    ],
    [
      '0 0 * * *',
      'Africa/Cairo',
      '2026-04-23T12:00Z',
      'Cairo has a day without a midnight',
      ['2026-04-23T22:00Z', '2026-04-24T21:00Z'],
    ],
    [
      '15 2 * * *',
      'Australia/Lord_Howe',
      '2026-10-02T20:00Z',
      'Lord Howe jumps half an hour',
      ['2026-10-03T15:30Z', '2026-10-04T15:15Z'],
    ],
    [
      '*/30 * * * *',
      'Australia/Lord_Howe',
      '2026-04-04T13:45Z',
      'Lord Howe repeats half an hour',
      ['2026-04-04T14:00Z', '2026-04-04T14:30Z', '2026-04-04T15:00Z', '2026-04-04T15:30Z'],
    ],
    [
      '45 1 * * *',
      'Australia/Lord_Howe',
      '2026-04-04T00:00Z',
      'and keeps an appointment in it once',
      ['2026-04-04T14:45Z', '2026-04-05T15:15Z'],
    ],
  ])('%s in %s from %s: %s', (expression, zone, from, _, expected) => {
    expect(runs(cron(expression, zone), from, expected.length)).toEqual(expected);
  });

  it.each(['America/New_York', 'Europe/Berlin', 'Africa/Cairo', 'Australia/Lord_Howe'])(
    'a year in %s: each appointment is kept on each day, and half hours are never further apart',
    (zone) => {
      const from = Date.parse('2026-01-01T12:00Z');
      const year = Date.parse('2027-01-01T12:00Z');
      const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
      for (const expression of ['30 2 * * *', '0 0 * * *', '15 1 * * *']) {
        const days: string[] = [];
        for (let at = nextRun(cron(expression, zone), from, 0); at !== null && at < year;) {
          days.push(day.format(at));
          at = nextRun(cron(expression, zone), at, 0);
        }
        expect([expression, days.length, new Set(days).size]).toEqual([expression, 365, 365]);
      }
      for (let at = from; at < year;) {
        const next = nextRun(cron('*/30 * * * *', zone), at, 0) ?? 0;
        if (next - at !== 1_800_000)
          throw new Error(`${new Date(at).toISOString()} to ${new Date(next).toISOString()}`);
        at = next;
      }
    },
  );
});

describe('nextRun', () => {
  const field = (least: number, most: number) =>
    fc.oneof(
      fc.constant('*'),
      fc.integer({ min: least, max: most }).map(String),
      fc.integer({ min: 2, max: Math.min(20, most) }).map((step) => `*/${step}`),
      fc
        .tuple(fc.integer({ min: least, max: most }), fc.integer({ min: least, max: most }))
        .map((pair) => pair.sort((a, b) => a - b).join('-')),
    );
  const expressions = fc
    .tuple(field(0, 59), field(0, 23), field(1, 28), field(1, 12), field(0, 6))
    .map((fields) => fields.join(' '));

  it('is what another implementation says where no clock changes', () => {
    fc.assert(
      fc.property(expressions, fc.integer({ min: 0, max: 10_000_000 }), (expression, minutes) => {
        // Others take a day of the month with a step for a restriction; a field that begins with `*` is none here.
        const [, , day = '', , weekday = ''] = expression.split(' ');
        fc.pre(!(day.startsWith('*/') && weekday !== '*') && !(weekday.startsWith('*/') && day !== '*'));
        const after = NOW + minutes * 60_000;
        // Croner 10 looks for 31 February, goes on in March and passes over its first days.
        fc.pre(!(day.startsWith('*/') && new Date(after).getUTCMonth() === 1));
        const other = new Cron(expression, { timezone: 'UTC', paused: true }).nextRun(new Date(after));
        expect(nextRun(cron(expression), after, 0)).toBe(other?.getTime() ?? null);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['0 0 */5 * *', '2031-02-26T23:30Z', '2031-03-01T00:00Z'],
    ['0 0 */5 * *', '2032-02-29T23:30Z', '2032-03-01T00:00Z'],
    ['0 0 */2 * *', '2031-02-27T23:30Z', '2031-03-01T00:00Z'],
    ['0 0 */2 * *', '2032-02-27T23:30Z', '2032-02-29T00:00Z'],
    ['0 0 31 * *', '2031-02-01T00:00Z', '2031-03-31T00:00Z'],
  ])('of %s behind %s is %s, at the end of February', (expression, after, next) => {
    expect(nextRun(cron(expression), Date.parse(after), 0)).toBe(Date.parse(next));
  });

  it('is always later, and nothing lies between', () => {
    const zones = fc.constantFrom('America/New_York', 'Africa/Cairo', 'Australia/Lord_Howe', 'Asia/Kathmandu');
    fc.assert(
      fc.property(expressions, zones, fc.integer({ min: 0, max: 600_000 }), (expression, zone, minutes) => {
        const after = NOW + minutes * 60_000;
        const next = nextRun(cron(expression, zone), after, 0) ?? Infinity;
        expect(next).toBeGreaterThan(after);
        if (next < Infinity) expect(nextRun(cron(expression, zone), next - 1, 0)).toBe(next);
      }),
      { numRuns: 200 },
    );
  });

  it('counts an interval from its anchor, whenever it is asked', () => {
    const trigger = { type: 'interval', every: 90, unit: 'seconds' } as const;
    expect(nextRun(trigger, 1000, 1000)).toBe(91_000);
    expect(nextRun(trigger, 91_000, 1000)).toBe(181_000);
    expect(nextRun(trigger, 180_999, 1000)).toBe(181_000);
    expect(nextRun(trigger, 0, 1000)).toBe(91_000);
  });

  it.each([
    ['seconds', 1_000],
    ['minutes', 60_000],
    ['hours', 3_600_000],
  ] as const)('counts an interval in %s', (unit, ms) => {
    expect(nextRun({ type: 'interval', every: 7, unit }, 500, 500)).toBe(500 + 7 * ms);
  });

  it('has one moment of a one-time trigger', () => {
    const trigger = { type: 'once', at: '2026-12-01T06:00:00+01:00' } as const;
    expect(runs(trigger, '2026-05-20T00:00Z', 3)).toEqual(['2026-12-01T05:00Z']);
    expect(nextRun(trigger, Date.parse(trigger.at), 0)).toBeNull();
  });
});

describe('the anchor of an interval', () => {
  const HOUR = 3_600_000;
  const hourly: Trigger = { type: 'interval', every: 1, unit: 'hours' };

  it.each([
    ['behind', -5 * HOUR - 7, -5 * HOUR - 7, HOUR - 7],
    ['now', 0, 0, HOUR],
    ['a little ahead', 2_000, 2_000, HOUR + 2_000],
    ['one interval ahead', HOUR, 0, HOUR],
    ['a year ahead', 365 * 24 * HOUR + 7, 7, HOUR + 7],
  ])('that is %s has the next slot within two intervals', (_, aheadMs, anchorMs, nextMs) => {
    const anchor = anchorAsOf(hourly, NOW + aheadMs, NOW);
    expect([anchor - NOW, (nextRun(hourly, NOW, anchor) ?? 0) - NOW]).toEqual([anchorMs, nextMs]);
  });

  it('is of no other trigger', () => {
    expect(anchorAsOf(cron('0 6 * * *'), NOW + HOUR, NOW)).toBe(NOW + HOUR);
  });
});

describe('dueSlots', () => {
  const at = (text: string) => Date.parse(text);

  it('is the newest slot, with those before it counted', () => {
    expect(dueSlots(cron('0 6 * * *'), at('2026-05-18T06:00Z'), at('2026-05-20T09:00Z'), 0)).toEqual({
      slot: at('2026-05-20T06:00Z'),
      passedBefore: 2,
      next: at('2026-05-21T06:00Z'),
    });
  });

  it('keeps the rhythm of an interval after years', () => {
    const trigger = { type: 'interval', every: 1, unit: 'seconds' } as const;
    expect(dueSlots(trigger, 1000, 3_600_000_999, 0)).toEqual({
      slot: 3_600_000_000,
      passedBefore: 1000,
      next: 3_600_001_000,
    });
  });

  it('does not walk through years of minutes', () => {
    const due = dueSlots(cron('* * * * *'), at('2020-01-01T00:00Z'), at('2026-01-01T00:00:30Z'), 0);
    expect([due.passedBefore, due.next]).toEqual([1000, at('2026-01-01T00:01Z')]);
  });
});

describe('readTrigger', () => {
  it.each<[unknown, string]>([
    [null, ''],
    [{ type: 'weekly' }, '/type'],
    [{ type: 'cron' }, '/expression'],
    [{ type: 'cron', expression: '@daily' }, '/expression'],
    [{ type: 'cron', expression: '* * * * * *' }, '/expression'],
    [{ type: 'cron', expression: '60 * * * *' }, '/expression'],
    [{ type: 'cron', expression: '0 6 L * *' }, '/expression'],
    [{ type: 'cron', expression: '0 6 * * 5#2' }, '/expression'],
    [{ type: 'cron', expression: '5/15 * * * *' }, '/expression'],
    [{ type: 'cron', expression: '*/0 * * * *' }, '/expression'],
    [{ type: 'cron', expression: '30-10 * * * *' }, '/expression'],
    [{ type: 'cron', expression: '0 0 30 2 *' }, '/expression'],
    [{ type: 'cron', expression: '0 0 31 4,6 *' }, '/expression'],
    [{ type: 'cron', expression: '0 6 * * *', timezone: 'Mars/Olympus' }, '/timezone'],
    [{ type: 'cron', expression: '0 6 * * *', timezone: '+02:00' }, '/timezone'],
    [{ type: 'interval', every: 0, unit: 'seconds' }, '/every'],
    [{ type: 'interval', every: 0.5, unit: 'seconds' }, '/every'],
    [{ type: 'interval', every: 9000, unit: 'hours' }, '/every'],
    [{ type: 'interval', every: 1, unit: 'days' }, '/unit'],
    [{ type: 'once', at: '2026-05-20T09:41:00Z' }, '/at'],
    [{ type: 'once', at: '2026-12-01T06:00:00' }, '/at'],
    [{ type: 'once', at: '2026-13-01T06:00:00Z' }, '/at'],
    [{ type: 'once', at: '2027-02-30T06:00:00Z' }, '/at'],
    [{ type: 'once', at: '2027-02-29T06:00:00+01:00' }, '/at'],
    [{ type: 'once', at: '2026-12-01T06:00:00Z', timezone: 'UTC' }, '/timezone'],
    [{ type: 'interval', every: 1, unit: 'hours', jitter: 1 }, '/jitter'],
    [{ type: 'cron', expression: '0 6 * * *', 'a/b': 1 }, '/a~1b'],
  ])('refuses %j at %j', (value, pointer) => {
    const reading = readTrigger(value, NOW);
    expect(reading.kind === 'invalid' && reading.fault.pointer).toBe(pointer);
  });

  it('takes a one-time trigger of now for the next moment of the clock that reads it', () => {
    const reading = readTrigger({ type: 'once', at: 'now' }, NOW);
    const trigger = { type: 'once', at: new Date(NOW + 1).toISOString() } as const;
    expect(reading).toEqual({ kind: 'valid', trigger });
    expect(nextRun(trigger, NOW, NOW)).toBe(NOW + 1);
  });

  it('gives a trigger without a time zone the home zone', () => {
    const given = { type: 'cron', expression: ' 0  6 * *  mon-fri ' };
    expect(readTrigger(given, NOW, 'Europe/Paris')).toEqual({
      kind: 'valid',
      trigger: { type: 'cron', expression: '0 6 * * mon-fri', timezone: 'Europe/Paris' },
    });
  });

  it('takes a leap day, Sunday as 7 and either of two days', () => {
    expect(runs(cron('0 0 29 2 *'), '2096-03-01T00:00Z', 1)).toEqual(['2104-02-29T00:00Z']);
    expect(runs(cron('0 6 * * 7'), '2026-05-20T00:00Z', 2)).toEqual(['2026-05-24T06:00Z', '2026-05-31T06:00Z']);
    expect(runs(cron('0 6 13 * 5'), '2026-05-09T00:00Z', 3)).toEqual([
      '2026-05-13T06:00Z',
      '2026-05-15T06:00Z',
      '2026-05-22T06:00Z',
    ]);
    expect(readCron('0 0 30 2 1').kind).toBe('valid');
  });
});

describe('words', () => {
  it.each([
    ['0 6 * * *', 'Daily at 06:00'],
    ['0 6,18 * * *', 'Daily at 06:00 and 18:00'],
    ['0 7 * * 1', 'Monday at 07:00'],
    ['30 3 * * 0', 'Sunday at 03:30'],
    ['30 3 * * 0,6', 'Saturday and Sunday at 03:30'],
    ['0 7 * * 1-5', 'Monday to Friday at 07:00'],
    ['*/30 * * * *', 'Every 30 min'],
    ['* * * * *', 'Every minute'],
    ['*/10 8-17 * * 1-5', 'Every 10 min from 08:00 to 17:59, Monday to Friday'],
    ['*/5 9,14 * * *', 'Every 5 min from 09:00 to 09:59 and 14:00 to 14:59'],
    ['* 6,8-10 * * *', 'Every minute from 06:00 to 06:59 and 08:00 to 10:59'],
    ['*/5 7 * * *', 'Every 5 min from 07:00 to 07:59'],
    [
      '*/30 */3 * * *',
      'Every 30 min from 00:00 to 00:59, 03:00 to 03:59, 06:00 to 06:59, 09:00 to 09:59, 12:00 to 12:59 and 3 more times',
    ],
    ['0 * * * *', 'Hourly'],
    ['5,35 * * * *', 'Hourly at :05 and :35'],
    ['0 4 1 * *', 'On day 1 of the month at 04:00'],
    ['0 4 1,15 1 *', 'On day 1 and 15 of Jan at 04:00'],
    ['0 6 13 * 5', 'On day 13 of the month or Friday at 06:00'],
    ['0 6 * 12 *', 'Daily in Dec at 06:00'],
    ['0 */2 * * *', 'Daily at 00:00, 02:00, 04:00, 06:00, 08:00 and 7 more times'],
  ])('%s is %j', (expression, words) => {
    expect(triggerLabel(cron(expression))).toBe(words);
  });

  it('name the zone of a cron trigger and the moment of a single one', () => {
    expect(triggerText(cron('0 6 * * *', 'Europe/Paris'))).toBe('Daily at 06:00, Europe/Paris');
    expect(triggerText({ type: 'interval', every: 6, unit: 'hours' })).toBe('Every 6 h');
    expect(triggerText({ type: 'once', at: '2026-12-01T06:00:00+01:00' })).toBe('Once at 2026-12-01T06:00:00+01:00');
  });
});

describe('the runs of a period', () => {
  it.each<[Trigger, string, number]>([
    [cron('* * * * *'), '2026-05-19T00:00Z', 2],
    [cron('30 2 * * *', 'America/New_York'), '2026-03-07T12:00Z', 4],
    [cron('0,30 2 * * *', 'America/New_York'), '2026-03-07T12:00Z', 4],
    [cron('*/30 * * * *', 'America/New_York'), '2026-10-31T12:00Z', 2],
    [cron('0 9 * * 1-5', 'Asia/Kolkata'), '2026-05-16T03:30Z', 9],
    [cron('0 0 29 2 *'), '2026-05-16T00:00Z', 400],
    [{ type: 'interval', every: 7, unit: 'hours' }, '2026-05-16T00:00Z', 3],
    [{ type: 'once', at: '2026-05-17T00:00:00Z' }, '2026-05-16T00:00Z', 1],
    [{ type: 'once', at: '2026-05-17T00:00:00Z' }, '2026-05-16T00:00Z', 3],
  ])('of %j from %s on, %i days, are those that come one after the other', (trigger, from, days) => {
    const fromMs = Date.parse(from);
    const toMs = fromMs + days * 86_400_000;
    const anchorMs = fromMs - 3_600_000;
    const all = nextRuns(trigger, fromMs - 1, anchorMs, 5000).filter((at) => at < toMs);
    expect(runsWithin(trigger, { fromMs, toMs, anchorMs, most: 3 })).toEqual({
      count: all.length,
      first: all.slice(0, 3),
    });
  });
});
