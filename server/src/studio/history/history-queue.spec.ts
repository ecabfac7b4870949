import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { HistoryJournal } from './history-journal.js';
import type { StartedStatement, StatementEnd } from './history-journal.js';
import { HistoryQueue, OUTCOME_UNKNOWN } from './history-queue.js';

const start = (id: string, sql = `SELECT '${id}'`): StartedStatement => ({
  ...{ id, ownerId: 'me', connectionId: 'shop', connectionName: 'Shop', sql, startedAt: '2026-05-20T05:00:00.000Z' },
});
const DONE: StatementEnd = { status: 'succeeded', elapsedMs: 3, rowCount: 1, error: null };
const idsOf = (queue: HistoryQueue) => queue.takeAll().map(({ id, end }) => [id, end?.status ?? 'open']);

describe('HistoryQueue', () => {
  let queue: HistoryQueue;
  beforeEach(() => {
    queue = new HistoryQueue({ entries: 3, chars: 1_000 });
  });

  it('hands over starts with their ends, in the order of the starts', () => {
    for (const id of ['a', 'b', 'c']) queue.begin(start(id));
    queue.end('b', DONE);
    expect(idsOf(queue)).toEqual([
      ['a', 'open'],
      ['b', 'succeeded'],
      ['c', 'open'],
    ]);
    expect(queue.size).toBe(0);
  });

  it('hands over an end alone where the start was taken before', () => {
    queue.begin(start('a'));
    queue.takeAll();
    queue.end('a', DONE);
    expect(queue.takeAll()).toEqual([{ id: 'a', start: null, end: DONE, mayBeStored: true }]);
  });

  it('puts back what was not written before what came meanwhile, with its end', () => {
    queue.begin(start('a'));
    const taken = queue.takeAll();
    queue.begin(start('b'));
    queue.end('a', DONE);
    queue.putBack(taken);
    expect(queue.takeAll()).toEqual([
      { id: 'a', start: start('a'), end: DONE, mayBeStored: true },
      { id: 'b', start: start('b'), end: null, mayBeStored: false },
    ]);
  });

  it.each([
    ['too many entries', ['a', 'b', 'c', 'd'].map((id) => start(id))],
    ['too much text', [start('a'), start('b', 'x'.repeat(2_000))]],
  ])('refuses %s, counts what is missing, and forgets its end', (_, statements) => {
    expect(statements.map((one) => queue.begin(one))).toEqual(statements.map((_one, at) => at < statements.length - 1));
    expect(queue.dropped).toBe(1);
    expect(queue.end(statements.at(-1)?.id ?? '', DONE)).toBe(false);
    queue.takeAll();
    expect(queue.begin(start('e'))).toBe(true);
  });

  it('replays what an earlier process left: without an end, the outcome is unknown', () => {
    queue.replay([{ start: start('a') }, { start: start('b') }, { id: 'a', end: DONE }, { id: 'old', end: DONE }]);
    expect(queue.takeAll()).toEqual([
      { id: 'a', start: start('a'), end: DONE, mayBeStored: true },
      {
        ...{ id: 'b', start: start('b'), mayBeStored: true },
        end: { status: 'unknown', elapsedMs: 0, rowCount: null, error: OUTCOME_UNKNOWN },
      },
      { id: 'old', start: null, end: DONE, mayBeStored: true },
    ]);
  });
});

describe('HistoryJournal', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'history-journal-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** What the next process reads, while this one has not closed anything. */
  const left = () => {
    const { journal, left: lines } = HistoryJournal.open(folder);
    journal.close();
    return lines;
  };

  it('keeps lines in order over both files and several processes', () => {
    const first = HistoryJournal.open(folder).journal;
    first.append({ start: start('a') });
    first.turn();
    first.append({ id: 'a', end: DONE });
    expect(left()).toEqual([{ start: start('a') }, { id: 'a', end: DONE }]);
    const second = HistoryJournal.open(folder).journal;
    second.append({ start: start('b') });
    expect(left().map((line) => ('start' in line ? line.start.id : line.id))).toEqual(['a', 'a', 'b']);
  });

  it('drops what is written and never what came after', () => {
    const { journal } = HistoryJournal.open(folder);
    journal.append({ start: start('a') });
    journal.turn();
    journal.append({ start: start('b') });
    // An outage: the file with `a` is not empty yet, so that nothing takes turns.
    journal.turn();
    journal.append({ start: start('c') });
    journal.dropOther();
    expect(left()).toEqual([{ start: start('b') }, { start: start('c') }]);
    journal.turn();
    journal.append({ start: start('d') });
    journal.dropOther();
    expect(left()).toEqual([{ start: start('d') }]);
  });

  it('loses nothing but half a line to a process that was killed while it wrote', () => {
    HistoryJournal.open(folder).journal.append({ start: start('a') });
    appendFileSync(join(folder, 'history-queue.0.ndjson'), '{"n":1,"start":{"id":"ha');
    const { journal, left: lines } = HistoryJournal.open(folder);
    expect(lines).toEqual([{ start: start('a') }]);
    journal.append({ id: 'a', end: DONE });
    expect(left()).toEqual([{ start: start('a') }, { id: 'a', end: DONE }]);
  });

  it('takes a statement in well below a millisecond', () => {
    const { journal } = HistoryJournal.open(folder);
    const before = process.cpuUsage();
    for (let n = 0; n < 1_000; n += 1) journal.append({ start: start(String(n)) });
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_000);
    expect(readFileSync(join(folder, 'history-queue.0.ndjson'), 'utf8').split('\n')).toHaveLength(1_001);
  });
});
