import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { providePage, requestTo, settle } from '../../../testing/page-set-up';
import { runSample } from '../../../testing/run-samples';
import { ServerState } from '../../shared/http/server-state';
import { RunsStore } from '../run/runs.store';
import { TabsStore } from '../tabs/tabs.store';
import { ResultWatch } from './result-watch';

describe('ResultWatch', () => {
  let server: ServerState;

  beforeEach(async () => {
    TestBed.configureTestingModule({ providers: [providePage(), ResultWatch] });
    server = TestBed.inject(ServerState);
    const tabs = TestBed.inject(TabsStore);
    const id = tabs.open({ sql: 'SELECT 1', connectionId: 'shop' });
    tabs.markRun(id, { runId: 'r1', sqlOffset: 0, startedAt: '', rowCount: null });
    TestBed.inject(ResultWatch);
    await settle();
  });

  async function comeBack(): Promise<void> {
    const check = server.check();
    requestTo('GET', '/api/health').flush({});
    await check;
    await settle();
  }

  it('looks again for the result of before a reload once the server answers', async () => {
    requestTo('GET', '/api/studio/runs/r1').error(new ProgressEvent('error'));
    server.reportNoAnswer();
    await settle();
    expect(TestBed.inject(RunsStore).active()).toBeNull();
    await comeBack();
    requestTo('GET', '/api/studio/runs/r1').flush(runSample());
    await settle();
    expect(TestBed.inject(RunsStore).active()?.phase).toBe('finished');
  });

  it('leaves a result that is there alone', async () => {
    requestTo('GET', '/api/studio/runs/r1').flush(runSample());
    await settle();
    server.reportNoAnswer();
    await settle();
    await comeBack();
    expect(() => requestTo('GET', '/api/studio/runs/r1')).toThrow();
    expect(TestBed.inject(RunsStore).active()?.phase).toBe('finished');
  });
});
