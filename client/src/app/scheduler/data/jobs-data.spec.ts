import { afterEach, describe, expect, it } from '@jest/globals';
import type { JobRun, Job, JobKindInfo, JobRunDetails } from '#libs/api';
import { addressOf, countLimits, filterOf, NO_FILTER } from './job-filter';
import { timeDisplay } from '../../shared/time/time-display';
import { changeOf, expectedOf, inputOf, jobDraft, mistakesOf, newJob } from './job-draft';
import type { JobDraft } from './job-draft';
import type { Trigger } from '#libs/triggers';
import { comingText, emptyLogText, median, triggerNote } from './job-words';
import { compareRuns } from './run-comparison';
import { weekCalendar } from './week-calendar';

afterEach(() => timeDisplay.set('local'));

const NOW = new Date(2026, 4, 19, 9, 41);

function job(change: Partial<Job> = {}): Job {
  return {
    ...{ id: 'j1', kind: 'query', name: 'Refunds', owner: { id: 'local', name: 'local' }, connection_id: 'shop' },
    ...{ state: 'active', running: false, trigger: { type: 'interval', every: 12, unit: 'hours' }, trigger_text: '' },
    ...{ next_run_at: new Date(2026, 4, 19, 10, 0).toISOString(), last_run: null, recent_runs: [] },
    ...{
      settings: { sql: 'SELECT 1', read_only: true, save_results_as: 'a.csv', keep_last: 3 },
      settings_text: '',
      pause_reason: null,
    },
    ...{ notify: { on_success: false, on_error: true }, missed: 'skip', timeout_s: 3600 },
    ...{ created_at: '', updated_at: '' },
    ...change,
  };
}

describe('words of jobs', () => {
  it('say when the next one is due', () => {
    const at = (...parts: [number, number, number, number]) => new Date(...parts, 0).toISOString();
    expect(comingText(at(2026, 4, 19, 10), NOW)).toBe('10:00');
    expect(comingText(at(2026, 4, 20, 6), NOW)).toBe('20 May 06:00');
    expect(comingText(at(2027, 0, 1, 6), NOW)).toBe('1 Jan 2027 06:00');
  });

  it('show the next run in UTC where that is set', () => {
    const now = new Date('2026-05-19T12:00:00Z');
    expect(comingText('2026-05-19T14:30:00+02:00', now, 'utc')).toBe('12:30');
    expect(comingText('2026-05-20T01:30:00+02:00', now, 'utc')).toBe('23:30');
    expect(comingText('2027-01-01T00:30:00+02:00', now, 'utc')).toBe('31 Dec 22:30');
  });

  it('name a foreign time zone beside the expression', () => {
    const trigger = { type: 'cron', expression: '0 6 * * *', timezone: 'Europe/Paris' } as const;
    expect([triggerNote(trigger, 'Europe/Paris'), triggerNote(trigger, 'UTC')]).toEqual([
      '0 6 * * *',
      '0 6 * * * Europe/Paris',
    ]);
    expect([median([]), median([9]), median([3, 1, 2]), median([17, 9])]).toEqual([null, 9, 2, 13]);
  });
});

describe('two runs', () => {
  const run = (change: Partial<JobRunDetails>): JobRunDetails => ({
    ...{ id: 'r', job_id: 'j1', job_name: 'Refunds', kind: 'query', owner: { id: 'local', name: 'local' } },
    ...{ connection_id: 'shop', trigger: 'manual', scheduled_for: null, missed_slots: 0, queued_at: '' },
    ...{
      started_at: '',
      duration_ms: 1000,
      status: 'success',
      error: null,
      cancelled_by: null,
      outputs: [],
      removed_outputs: [],
      progress: null,
      log: [],
    },
    ...change,
  });
  const says = (...texts: string[]) => texts.map((text) => ({ at: '', level: 'info', text }) as const);
  const leaves = (bytes: number) => [{ name: 'a', bytes, href: '' }];

  it('are compared by how they ended, how long they took and what they left', () => {
    const now = run({ status: 'error', duration_ms: 1500, outputs: leaves(500) });
    expect(compareRuns(now, run({ outputs: leaves(1000) })).rows).toEqual([
      { what: 'Ended', before: 'Succeeded', now: 'Failed', change: '' },
      { what: 'Duration', before: '1.0 s', now: '1.5 s', change: '+50%' },
      { what: 'Output size', before: '1.0 kB', now: '500 B', change: '−50%' },
    ]);
  });

  it.each([
    [says('a', 'b'), says('a', 'b'), [], []],
    [says('a', 'a', 'c'), says('a', 'b'), ['a', 'c'], ['b']],
    [says(), says('b'), [], ['b']],
  ])('are compared by what they said', (now, before, onlyNow, onlyBefore) => {
    expect(compareRuns(run({ log: [...now] }), run({ log: [...before] }))).toMatchObject({ onlyNow, onlyBefore });
  });

  it('are not compared by logs of which one is hidden', () => {
    const [hidden, shown] = [run({ log_hidden: true }), run({ log: [...says('a')] })];
    for (const [now, before] of [
      [hidden, shown],
      [shown, hidden],
    ] as const) {
      expect(compareRuns(now, before)).toMatchObject({ onlyNow: [], onlyBefore: [], isLogHidden: true });
    }
    expect(compareRuns(shown, shown).isLogHidden).toBe(false);
  });

  it.each<[Partial<JobRunDetails>, RegExp]>([
    [
      { log_hidden: true },
      /^The log may contain rows from connections you can't query, so it is hidden. Ask an administrator/,
    ],
    [{ log_hidden: true, status: 'running' }, /so it is hidden\./],
    [{ status: 'running' }, /^No lines yet$/],
    [{ status: 'success' }, /^The log is empty$/],
  ])('say why their log %j has no lines', (change, words) => {
    expect(emptyLogText(run(change))).toMatch(words);
  });

  it('that go on still or left nothing have nothing to be compared there', () => {
    expect(compareRuns(run({ duration_ms: null }), run({})).rows.map(({ change }) => change)).toEqual(['', '']);
  });
});

describe('the filter', () => {
  it('goes into the address and comes back', () => {
    const filter = { ...NO_FILTER, search: 'x', kind: 'backup', status: 'failing' };
    const address = addressOf(filter);
    expect(filterOf((name) => address[name] ?? null, ['query', 'backup'])).toEqual(filter);
    expect(filterOf((name) => address[name] ?? null, [])).toEqual(filter);
    expect(countLimits(filter)).toBe(3);
    expect(filterOf(() => 'nonsense', ['query', 'backup'])).toMatchObject({ kind: '', status: '' });
  });
});

describe('the coming week', () => {
  it('has each run on its day, and a job that runs often once a day', () => {
    const often = job({ id: 'j2', trigger: { type: 'interval', every: 1, unit: 'hours' } });
    const days = weekCalendar([job(), often, job({ id: 'j3', next_run_at: null })], [], NOW);
    expect(days).toHaveLength(7);
    expect(days[0]?.runs.map(({ job: { id }, count }) => [id, count])).toEqual([
      ['j1', 1],
      ['j2', 14],
      ['j1', 1],
    ]);
    expect(days[6]?.runs.filter(({ job: { id } }) => id === 'j1')).toHaveLength(2);
  });

  it.each<[string, Trigger, number[]]>([
    ['each minute', { type: 'cron', expression: '* * * * *', timezone: 'UTC' }, [120, ...Array<number>(6).fill(1440)]],
    ['each second', { type: 'interval', every: 1, unit: 'seconds' }, [7200, ...Array<number>(6).fill(86_400)]],
    ['once', { type: 'once', at: '2026-05-19T22:00:00.000Z' }, [1, 0, 0, 0, 0, 0, 0]],
  ])('counts the runs of each day of a job that runs %s', (_, trigger, counts) => {
    const often = job({ trigger, next_run_at: '2026-05-19T22:00:00.000Z' });
    const days = weekCalendar([often], [], new Date('2026-05-19T21:59:59Z'), 'utc');
    expect(days.map(({ runs }) => runs[0]?.count ?? 0)).toEqual(counts);
  });

  it('begins and ends its days at midnight of UTC where that is set', () => {
    const first = job({ next_run_at: '2026-05-19T23:30:00.000Z' });
    const days = weekCalendar([first], [], new Date('2026-05-19T22:00:00Z'), 'utc');
    expect(days[0]?.date).toEqual(new Date('2026-05-19T00:00:00Z'));
    expect(days.slice(0, 2).map(({ runs }) => runs.map(({ at }) => at.toISOString()))).toEqual([
      ['2026-05-19T23:30:00.000Z'],
      ['2026-05-20T11:30:00.000Z', '2026-05-20T23:30:00.000Z'],
    ]);
  });
});

describe('today', () => {
  const ran = (change: Partial<JobRun>): JobRun => ({
    ...{ id: 'r', job_id: 'j1', job_name: 'Refunds', kind: 'query', owner: { id: 'local', name: 'local' } },
    ...{ connection_id: 'shop', trigger: 'schedule', scheduled_for: null, missed_slots: 0, queued_at: '' },
    ...{ started_at: new Date(2026, 4, 19, 6, 0).toISOString(), duration_ms: 5, status: 'success', error: null },
    cancelled_by: null,
    ...{ outputs: [], removed_outputs: [], progress: null },
    ...change,
  });
  const at = (hour: number, minute = 0): string => new Date(2026, 4, 19, hour, minute).toISOString();
  const past = (runs: readonly JobRun[]) =>
    weekCalendar([job({ next_run_at: null })], runs, NOW).map((day) =>
      day.past.map(({ name, status, count, failed, isGone, at: time }) => [
        ...[name, status, count, failed, isGone],
        `${time.getHours()}:${time.getMinutes()}`,
      ]),
    );

  it('has what ran so far, the oldest first, also of a job that is gone', () => {
    const gone = ran({ job_id: 'once', job_name: 'Export', started_at: at(5), status: 'error' });
    const yesterday = ran({ started_at: new Date(2026, 4, 18, 23, 59).toISOString() });
    const waiting = ran({ started_at: null, status: 'queued' });
    expect(past([ran({}), gone, yesterday, waiting])).toEqual([
      [
        ['Export', 'error', 1, 1, true, '5:0'],
        ['Refunds', 'success', 1, 0, false, '6:0'],
      ],
      ...Array<never[]>(6).fill([]),
    ]);
  });

  it('does not count a run that a person cancelled as failed', () => {
    const cancelled = ran({ status: 'interrupted', error: 'Cancelled by Ada.', cancelled_by: 'Ada' });
    const cutOff = ran({ started_at: at(7), status: 'interrupted', error: 'The workbench was stopped.' });
    expect(past([cancelled, cutOff])[0]?.map(([, status, , failed]) => [status, failed])).toEqual([
      ['interrupted', 0],
      ['interrupted', 1],
    ]);
  });

  it('has a job that ran often once, with how many runs failed and how the last one went', () => {
    const runs = [0, 1, 2, 3, 4].map((hour) =>
      ran({ started_at: at(hour), status: hour === 2 ? 'timed_out' : 'success' }),
    );
    expect(past([...runs, ran({ started_at: at(9, 30), status: 'running' })])[0]).toEqual([
      ['Refunds', 'running', 6, 1, false, '9:30'],
    ]);
  });
});

describe('the form', () => {
  const queryKind: JobKindInfo = {
    ...{ kind: 'query', label: 'Query', icon: 'square-terminal', connection: 'required', needs: null },
    ...{ admins_only: false, suggested_cron: '0 7 * * 1', default_missed: 'skip', default_timeout_s: 3600 },
    fields: [
      { name: 'sql', type: 'sql', label: 'SQL', required: true, missing: 'Enter the SQL to run.' },
      { name: 'read_only', type: 'switch', label: 'Allow writes', default: true, inverted: true },
      { name: 'save_results_as', type: 'path', label: 'Save results as' },
      { name: 'keep_last', type: 'number', label: 'Keep last', default: 30, min: 1, max: 10_000 },
    ],
  };
  const start = { connectionId: '', settings: {} };

  it('of a job sends what the job is', () => {
    const known = job();
    const { settings, trigger, name, notify, missed, timeout_s } = known;
    expect(inputOf(queryKind, jobDraft(known, queryKind, 'UTC'))).toEqual({
      ...{ name, trigger, settings, notify, missed, timeout_s, connection_id: 'shop' },
    });
  });

  it.each<[Partial<JobDraft>, object]>([
    [{}, {}],
    [{ name: 'Other' }, { name: 'Other' }],
    [{ onSuccess: true }, { notify: { on_success: true, on_error: true } }],
    [{ at: '2030-05-19T08:00' }, { trigger: { type: 'once', at: '2030-05-19T08:00:00.000Z' } }],
    [
      { triggerType: 'interval', every: '5', unit: 'hours' },
      { trigger: { type: 'interval', every: 5, unit: 'hours' } },
    ],
  ])('of an edited job sends what %j changes, and its time to the second only where that is changed', (edit, sent) => {
    timeDisplay.set('utc');
    const trigger = { type: 'once', at: '2030-05-19T07:00:41.000Z' } as const;
    const began = jobDraft(job({ trigger, notify: { on_success: false, on_error: true } }), queryKind, 'UTC');
    expect(changeOf(queryKind, { ...began, ...edit }, began)).toEqual(sent);
  });

  it.each<[Partial<JobDraft>, boolean]>([
    [{ name: 'Other' }, false],
    [{ connectionId: 'crm' }, true],
    [{ settings: { sql: 'SELECT 2', read_only: true } }, true],
  ])('of an edited job sends with %j what the change began with: %s', (edit, isSent) => {
    const known = job();
    const began = jobDraft(known, queryKind, 'UTC');
    const expected = { connection_id: known.connection_id, settings: known.settings };
    expect(expectedOf(known, changeOf(queryKind, { ...began, ...edit }, began))).toEqual(isSent ? { expected } : {});
  });

  it('of a new job starts with the trigger of its kind and with what is given', () => {
    const given = { connectionId: 'shop', settings: { sql: 'SELECT 1' } };
    expect(inputOf(queryKind, newJob(queryKind, 'UTC', given))).toEqual({
      ...{ name: '', connection_id: 'shop', notify: { on_success: false, on_error: true } },
      ...{ settings: { sql: 'SELECT 1', read_only: true }, missed: 'skip', timeout_s: 3600 },
      trigger: { type: 'cron', expression: '0 7 * * 1', timezone: 'UTC' },
    });
  });

  it.each([
    ['none', {}],
    ['optional', { connection_id: null }],
  ] as const)('of a kind with the connection %s sends %j', (connection, sent) => {
    const kind: JobKindInfo = { ...queryKind, connection, fields: [] };
    const start = { connectionId: 'shop', settings: {} };
    expect(inputOf(kind, newJob(kind, 'UTC', start))).toMatchObject(sent);
    expect('connection_id' in inputOf(kind, newJob(kind, 'UTC', start))).toBe('connection_id' in sent);
  });

  it.each<[Partial<JobKindInfo>, object, string[]]>([
    [{}, {}, ['name', 'connection_id', 'settings/sql']],
    [{ connection: 'optional' }, { name: 'x', settings: { sql: 'x', keep_last: '0' } }, ['settings/keep_last']],
    [{ connection: 'none', fields: [] }, { name: 'x', triggerType: 'once', at: '' }, ['trigger']],
    [
      { fields: [] },
      { name: 'x', connectionId: 'a', expression: '* *', timeoutMinutes: 'x' },
      ['trigger', 'timeout_s'],
    ],
  ])('says what is missing: %#', (more, change, wrong) => {
    const kind = { ...queryKind, ...more };
    const mistakes = mistakesOf(kind, { ...newJob(kind, 'UTC', start), ...change }, NOW.getTime());
    expect(Object.entries(mistakes).flatMap(([field, text]) => (text === null ? [] : field))).toEqual(wrong);
  });
});
