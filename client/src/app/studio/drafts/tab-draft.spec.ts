import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Draft, DraftRun } from '#libs/api';
import type { LastRun, StudioTab } from '../tabs/studio-tab';
import { inputOf, isRunWorthSending, recordOf, runChangeOf } from './tab-draft';

const tabWith = (lastRun: LastRun | null, number: number): StudioTab => ({
  ...{ id: 'a', title: null, sql: 'SELECT 1', connectionId: 'shop', cursor: 0, isDirty: false, editorShare: 40 },
  lastRun,
  number,
});
const draftOf = (tab: StudioTab): Draft => {
  const { number = null, last_run = null, staged = null, ...input } = inputOf(tab, 0, 1, 'another');
  const rest = { id: tab.id, query_id: null, query_version: null, file_id: null, file_etag: null, updated_at: '' };
  return { ...rest, ...input, writer: 'another', number, last_run, staged };
};
const run = (runId: string, startedAt: string, rowCount: number | null): LastRun => ({
  ...{ runId, startedAt, rowCount },
  ...{ sqlOffset: 0, mark: 'm' },
});
const MORNING = '2026-05-19T09:00:00Z';
const NOON = '2026-05-19T12:00:00Z';

describe('the run that a tab takes over', () => {
  it.each<[string, LastRun | null, LastRun | null, DraftRun['run_id'] | null]>([
    ['a run where there was none', null, run('r1', NOON, 1), 'r1'],
    ['a later run', run('r1', MORNING, 1), run('r2', NOON, 1), 'r2'],
    ['an earlier run is not', run('r1', NOON, 1), run('r2', MORNING, 1), null],
    ['the rows of the same run', run('r1', NOON, null), run('r1', NOON, 5), 'r1'],
    ['more rows of the same run', run('r1', NOON, 2), run('r1', NOON, 5), 'r1'],
    ['fewer rows are not', run('r1', NOON, 5), run('r1', NOON, 2), null],
    ['no run is not', run('r1', NOON, 5), null, null],
  ])('%s', (_, mine, theirs, taken) => {
    const change = runChangeOf(draftOf(tabWith(theirs, 1)), tabWith(mine, 1));
    expect(change?.lastRun?.runId ?? null).toBe(taken);
  });

  it('is the same on both sides after each has seen the other once', () => {
    const aRun = fc.option(
      fc
        .tuple(fc.constantFrom('r1', 'r2'), fc.constantFrom(MORNING, NOON, ''), fc.option(fc.nat(3)))
        .map(([id, at, rows]) => run(id, at, rows)),
    );
    fc.assert(
      fc.property(aRun, aRun, (mine, theirs) => {
        const [here, there] = [tabWith(mine, 1), tabWith(theirs, 1)];
        const after = { ...here, ...runChangeOf(draftOf(there), here) };
        const back = { ...there, ...runChangeOf(draftOf(after), there) };
        expect(back.lastRun?.runId).toBe(after.lastRun?.runId);
        expect(back.lastRun?.rowCount).toBe(after.lastRun?.rowCount);
      }),
    );
  });
});

describe('the note of a change set that is sent', () => {
  const noted = (changedAt: string, sentId: string | null): StudioTab => ({
    ...tabWith(null, 1),
    staged: { connectionId: 'shop', changedAt, count: 1, text: '[]', sentId },
  });

  it.each([
    ['is taken over with the same edits', noted(NOON, null), noted(NOON, 'c1'), 'c1'],
    ['of the server counts, which was first', noted(NOON, 'c2'), noted(NOON, 'c1'), 'c1'],
    ['stays where the server has none yet', noted(NOON, 'c2'), noted(NOON, null), null],
    ['is not that of earlier edits', noted(NOON, null), noted(MORNING, 'c1'), null],
  ])('%s', (_, mine, theirs, taken) => {
    expect(runChangeOf(draftOf(theirs), mine)?.staged?.sentId ?? null).toBe(taken);
  });

  it('is worth sending', () => {
    const input = inputOf(noted(NOON, null), 0, 1, 'me');
    expect(isRunWorthSending(noted(NOON, 'c1'), recordOf(input, 1))).toBe(true);
  });
});

describe('staged edits', () => {
  const staged = (changedAt: string, text = '[]') => ({ connectionId: 'shop', changedAt, count: 1, text });
  const withEdits = (at: string | null, text?: string): StudioTab => ({
    ...tabWith(null, 1),
    ...(at === null ? {} : { staged: staged(at, text) }),
  });

  it.each<[string, string | null, string | null, string | undefined]>([
    ['are taken over where there were none', null, MORNING, MORNING],
    ['that are later are taken over', MORNING, NOON, NOON],
    ['that are earlier are not', NOON, MORNING, undefined],
    ['that are the same are not', NOON, NOON, undefined],
    ['stay where the server has none', NOON, null, undefined],
  ])('%s', (_, mine, theirs, taken) => {
    expect(runChangeOf(draftOf(withEdits(theirs)), withEdits(mine))?.staged?.changedAt).toBe(taken);
  });

  it('are sent once, unless they are too long', () => {
    const tab = withEdits(MORNING);
    const record = recordOf(inputOf(tab, 0, 1, 'w'), 1);
    expect([isRunWorthSending(tab, record), isRunWorthSending(withEdits(NOON), record)]).toEqual([false, true]);
    expect(inputOf(withEdits(NOON, 'x'.repeat(2_000_001)), 0, 1, 'w').staged).toBeNull();
  });

  it('are left out by a tab that knows of none, so that the server keeps those that it cannot show', () => {
    expect(inputOf(withEdits(null), 0, 1, 'w')).not.toHaveProperty('staged');
    expect(inputOf({ ...withEdits(null), staged: null }, 0, 1, 'w')).not.toHaveProperty('staged');
  });
});
