import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { problemDocument } from '#libs/problem';
import { jobRunSample } from '../../../testing/job-samples';
import { providePage, requestTo, settle } from '../../../testing/page-set-up';
import { JobsApi } from './jobs-api';
import { OpenJob } from './open-job';

const RUNS = '/api/scheduler/jobs/j1/runs';
const FAILURE = { status: 500, statusText: '' };
const diskFull = problemDocument('internal-error', 'r', 'Disk full');

const run = (id: string) => jobRunSample({ id });

describe('OpenJob', () => {
  let open: OpenJob;

  beforeEach(() => {
    TestBed.configureTestingModule({ providers: providePage() });
    open = new OpenJob(TestBed.inject(JobsApi), 'j1');
  });

  const detailsOf = (id: string) => requestTo('GET', `/api/scheduler/runs/${id}`);

  async function answer(id: string): Promise<void> {
    detailsOf(id).flush(run(id));
    await settle();
  }
  async function load(): Promise<void> {
    void open.load();
    requestTo('GET', RUNS).flush({ runs: [run('newest'), run('older')], next_cursor: null });
    await settle();
    await answer('newest');
  }

  it('says why the previous run could not be read, and reads it again', async () => {
    await load();
    void open.compare(true);
    detailsOf('older').flush(diskFull, FAILURE);
    await settle();
    expect(open.comparison()?.problem()?.detail).toBe('Disk full');
    void open.comparison()?.load();
    await answer('older');
    expect(open.comparison()?.value()?.id).toBe('older');
  });

  it('compares nothing that arrives after the comparison was put away', async () => {
    await load();
    void open.compare(true);
    await open.compare(false);
    await answer('older');
    expect(open.comparison()).toBeNull();
  });

  it('does not say that a job has not run where its runs could not be read', async () => {
    void open.load();
    requestTo('GET', RUNS).flush(diskFull, FAILURE);
    await settle();
    expect([open.details.state(), open.details.problem()?.detail]).toEqual(['failed', 'Disk full']);
  });
});
