import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { JobRun } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { FakeEventSource } from '../../../testing/fake-event-source';
import { jobSample } from '../../../testing/job-samples';
import { providePage, requestTo, settle } from '../../../testing/page-set-up';
import { Part } from '../../../testing/part';
import { PipelineRun } from './pipeline-run';
import { PipelinesApi } from './pipelines-api';

const JOBS = '/api/scheduler/jobs/pipeline';
const RUNS_OF_JOB = '/api/scheduler/jobs/j1/runs';
const PIPELINE = { id: 'p', name: 'Orders' };

function run(status: JobRun['status']): JobRun {
  return {
    ...{ id: 'r1', job_id: 'j1', job_name: 'Orders', kind: 'pipeline', owner: { id: 'local', name: 'local' } },
    ...{ connection_id: null, trigger: 'schedule', scheduled_for: null, missed_slots: 0, queued_at: '', status },
    ...{
      started_at: null,
      duration_ms: null,
      error: null,
      cancelled_by: null,
      outputs: [],
      removed_outputs: [],
      progress: null,
    },
  };
}

describe('the run of a pipeline', () => {
  let followed: PipelineRun;
  const status = () => followed.started()?.run?.status ?? null;

  beforeEach(async () => {
    TestBed.configureTestingModule({ providers: providePage() });
    followed = TestBed.runInInjectionContext(() => new PipelineRun(TestBed.inject(PipelinesApi)));
    const started = followed.start(PIPELINE);
    requestTo('POST', JOBS).flush(jobSample());
    await started;
    await changed();
  });
  afterEach(() => Part.clear());

  async function changed(): Promise<void> {
    FakeEventSource.last.emit('scheduler.run_changed', { job_id: 'j1' });
    await settle();
  }

  async function refused(method: string, url: string, code: 'job-not-found' | 'job-run-not-found'): Promise<void> {
    requestTo(method, url).flush(problemDocument(code, 'r'), { status: 404, statusText: '' });
    await settle();
  }

  it('is read by its id once that is known, so that newer runs do not hide its end', async () => {
    requestTo('GET', RUNS_OF_JOB).flush({ runs: [run('running')], next_cursor: null });
    await settle();
    expect(status()).toBe('running');
    await changed();
    requestTo('GET', '/api/scheduler/runs/r1').flush({ ...run('success'), log: [] });
    await settle();
    expect(status()).toBe('success');
  });

  it('is found among the newest runs where its job is gone already', async () => {
    await refused('GET', RUNS_OF_JOB, 'job-not-found');
    requestTo('GET', '/api/scheduler/runs').flush({ runs: [run('error')], next_cursor: null });
    await settle();
    expect(status()).toBe('error');
  });

  it('is followed no longer where it was deleted', async () => {
    requestTo('GET', RUNS_OF_JOB).flush({ runs: [run('running')], next_cursor: null });
    await settle();
    await changed();
    await refused('GET', '/api/scheduler/runs/r1', 'job-run-not-found');
    expect(followed.started()).toBeNull();
  });

  it('stays in sight where another one cannot be started', async () => {
    requestTo('GET', RUNS_OF_JOB).flush({ runs: [run('running')], next_cursor: null });
    await settle();
    const second = followed.start(PIPELINE);
    requestTo('POST', JOBS).flush(problemDocument('person-limit', 'r'), { status: 429, statusText: '' });
    await expect(second).rejects.toMatchObject({ code: 'person-limit' });
    expect(status()).toBe('running');
  });
});
