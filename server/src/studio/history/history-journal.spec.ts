import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { HistoryJournal } from './history-journal.js';
import type { JournalLine } from './history-journal.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'workbench-journal-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = (id: string): JournalLine => ({
  start: { id, ownerId: 'ada', connectionId: 'shop', connectionName: 'Shop', sql: 'SELECT 1', startedAt: 'now' },
});
const end = (id: string): JournalLine => ({ id, end: { status: 'succeeded', elapsedMs: 1, rowCount: 1, error: null } });
/** Whole lines on disk, whatever the journal has in memory. */
const written = () =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('')
    .split('\n')
    .filter((line) => line !== '').length;
/** What a process finds that comes after one that was killed. */
function leftByAnother(): JournalLine[] {
  const { journal, left } = HistoryJournal.open(folder);
  journal.close();
  return left;
}

describe('the journal of the history', () => {
  it('has a start on disk when append returns, with the ends that were noted before', () => {
    const { journal } = HistoryJournal.open(folder);
    journal.append(start('one'));
    expect(written()).toBe(1);
    journal.note(end('one'));
    expect(written()).toBe(1);
    journal.append(start('two'));
    expect(leftByAnother()).toEqual([start('one'), end('one'), start('two')]);
    journal.close();
  });

  it('has noted ends on disk when flush returns', () => {
    const { journal } = HistoryJournal.open(folder);
    journal.append(start('one'));
    journal.note(end('one'));
    journal.flush();
    journal.flush();
    expect(leftByAnother()).toEqual([start('one'), end('one')]);
    journal.close();
  });

  it('keeps a noted end where the other file is emptied', () => {
    const { journal } = HistoryJournal.open(folder);
    journal.append(start('one'));
    journal.note(end('one'));
    expect(journal.turn()).toBe(true);
    journal.append(start('two'));
    journal.dropOther();
    expect(leftByAnother()).toEqual([end('one'), start('two')]);
    journal.close();
  });
});
