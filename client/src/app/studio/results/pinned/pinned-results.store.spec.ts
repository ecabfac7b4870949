import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { answerAll, providePage, settle } from '../../../../testing/page-set-up';
import { runSample, statementSample } from '../../../../testing/run-samples';
import { sendingRun, withRun } from '../../run/run-state';
import { RunsStore } from '../../run/runs.store';
import { TabsStore } from '../../tabs/tabs.store';
import { PinnedResultsStore } from './pinned-results.store';

const RUNS = '/api/studio/runs';
const sent = { sql: 'SELECT 1', offset: 0, start: { line: 1, column: 1 }, connectionId: 'shop' };
const PIN = { id: 'p1', name: 'Result 1', runId: 'r1', statement: 0 };

describe('PinnedResultsStore', () => {
  let tabs: TabsStore;
  let pins: PinnedResultsStore;

  beforeEach(() => {
    sessionStorage.clear();
    TestBed.configureTestingModule({ providers: providePage() });
  });

  function open(): void {
    tabs = TestBed.inject(TabsStore);
    pins = TestBed.inject(PinnedResultsStore);
    TestBed.tick();
  }

  it('leaves the pinned results of a tab that only another window has', () => {
    localStorage.setItem('dw.studio.pinned.elsewhere', JSON.stringify([PIN]));
    open();
    tabs.close(tabs.open());
    TestBed.tick();
    expect(pins.of('elsewhere')).toEqual([PIN]);
    expect(answerAll('DELETE', `${RUNS}/r1`, {})).toBe(0);
  });

  it('lets go of the pinned results of a tab that is closed', () => {
    open();
    const id = tabs.open({ sql: 'SELECT 1' });
    pins.pin(id, withRun(sendingRun(sent, 0), runSample()), statementSample());
    TestBed.tick();
    expect(pins.of(id)).toHaveLength(1);
    tabs.close(id);
    TestBed.tick();
    expect([pins.of(id), localStorage.getItem(`dw.studio.pinned.${id}`)]).toEqual([[], null]);
    expect(answerAll('DELETE', `${RUNS}/r1`, {})).toBe(1);
  });

  it('keeps the rows of a result that another window has pinned a moment ago', async () => {
    open();
    const id = tabs.open({ sql: 'SELECT 1' });
    const runs = TestBed.inject(RunsStore);
    for (const [round, runId] of ['r1', 'r2', 'r3'].entries()) {
      if (round === 1) localStorage.setItem(`dw.studio.pinned.${id}`, JSON.stringify([PIN]));
      void runs.start(id, sent);
      await settle();
      answerAll('POST', RUNS, runSample([statementSample()], { id: runId }));
      await settle();
    }
    expect([answerAll('DELETE', `${RUNS}/r1`, {}), answerAll('DELETE', `${RUNS}/r2`, {})]).toEqual([0, 1]);
  });
});
