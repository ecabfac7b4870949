import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { jobListSample } from '../../../testing/job-samples';
import { answerAll, providePage, settle } from '../../../testing/page-set-up';
import { FakeEventSource } from '../../../testing/fake-event-source';
import { JobsStore } from './jobs.store';

describe('JobsStore', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    TestBed.configureTestingModule({ providers: [...providePage(), JobsStore] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('reads the jobs again while runs report their progress without a pause', async () => {
    const store = TestBed.inject(JobsStore);
    void store.list.load();
    answerAll('GET', '/api/scheduler/jobs', jobListSample(['Nightly']));
    await settle();
    let readings = 0;
    for (let event = 0; event < 10; event++) {
      FakeEventSource.last.emit('scheduler.run_changed', { job_id: 'j1', progress: null });
      jest.advanceTimersByTime(100);
      readings += answerAll('GET', '/api/scheduler/jobs', jobListSample(['Nightly', 'Refunds']));
      await settle();
    }
    expect(readings).toBeGreaterThanOrEqual(4);
    expect(store.list.items().map(({ name }) => name)).toEqual(['Nightly', 'Refunds']);
  });
});
