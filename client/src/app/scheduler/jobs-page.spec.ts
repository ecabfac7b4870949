import { HttpTestingController } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import { RouterTestingHarness } from '@angular/router/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { JobKindInfo, JobList } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { jobListSample, jobRunSample, jobSample } from '../../testing/job-samples';
import { answerAll, providePage, requestTo, settle } from '../../testing/page-set-up';
import { Part, words } from '../../testing/part';
import { routes } from './scheduler.routes';

const JOBS = '/api/scheduler/jobs';
/** A kind whose saved query is chosen from what there is. */
const QUERY_KIND: JobKindInfo = {
  ...{ kind: 'query', label: 'Query', icon: 'table', connection: 'optional', needs: null, admins_only: false },
  ...{ suggested_cron: '0 6 * * *', default_missed: 'skip', default_timeout_s: 3600 },
  fields: [{ name: 'query_id', type: 'choice', label: 'Saved query' }],
};
const FAILURE = { status: 500, statusText: '' };
const diskFull = problemDocument('internal-error', 'r', 'Disk full');

describe('the page of the jobs', () => {
  let harness: RouterTestingHarness;

  beforeEach(async () => {
    TestBed.configureTestingModule({ providers: providePage() });
    TestBed.inject(Router).resetConfig([{ path: 'jobs', children: routes }]);
    harness = await RouterTestingHarness.create();
  });
  afterEach(() => Part.clear());

  const page = (): HTMLElement => harness.fixture.nativeElement as HTMLElement;
  const names = (): string[] => [...page().querySelectorAll('dw-job-table .name')].map(words);
  const region = (): string => words(page().querySelector('[data-dw-region=job]'));
  const jobRequests = () => TestBed.inject(HttpTestingController).match((request) => request.url === JOBS);

  async function settled(): Promise<void> {
    await settle();
    await harness.fixture.whenStable();
    await settle();
  }

  async function open(address: string, list: JobList, kinds: readonly JobKindInfo[] = []): Promise<void> {
    await harness.navigateByUrl(address);
    answerAll('GET', '/api/scheduler/kinds', { items: kinds, next_cursor: null });
    await settled();
    answerAll('GET', JOBS, list);
    await settled();
  }

  async function refuse(): Promise<void> {
    for (const request of jobRequests()) request.flush(diskFull, FAILURE);
    await settled();
  }

  async function press(name: string): Promise<void> {
    const isNamed = (one: Element): boolean => words(one) === name || one.getAttribute('aria-label') === name;
    const found = [...document.querySelectorAll<HTMLElement>('button')].find(isNamed);
    if (!found) throw new Error(`No button is called ${name}`);
    found.click();
    await settled();
  }

  it('does not show the rows of another filter when the answer fails', async () => {
    await open('/jobs', jobListSample(['Nightly', 'Refunds']));
    await harness.navigateByUrl('/jobs?q=x');
    await settled();
    expect(page().querySelector('.dw-page-body')?.getAttribute('aria-busy')).toBe('true');
    await refuse();
    expect([names(), words(page().querySelector('dw-failed-state'))]).toEqual([[], expect.stringMatching(/Disk full/)]);
    await press('Try again');
    answerAll('GET', JOBS, jobListSample(['Xenon']));
    await settled();
    expect([names(), page().querySelector('dw-failed-state')]).toEqual([['Xenon'], null]);
  });

  it('keeps the rows and says that they may be out of date when a refresh fails', async () => {
    await open('/jobs', jobListSample(['Nightly'], 'c'));
    await press('Show more');
    requestTo('GET', JOBS).flush(diskFull, FAILURE);
    await settled();
    expect([names(), words(page().querySelector('dw-more-button'))]).toEqual([['Nightly'], 'Show more Disk full']);
    await press('Pause all');
    requestTo('POST', '/api/scheduler/pause-all').flush({ changed: 1 });
    await settled();
    await refuse();
    const notice = words(page().querySelector('dw-outdated-notice'));
    expect([names(), notice]).toEqual([['Nightly'], 'This list may be out of date. Disk full Try again']);
  });

  it('lists a page once, however often more is asked for', async () => {
    await open('/jobs', jobListSample(['Nightly'], 'c'));
    const more = [...page().querySelectorAll('button')].find((button) => words(button) === 'Show more');
    more?.click();
    more?.click();
    await settled();
    requestTo('GET', JOBS).flush(jobListSample(['Refunds']));
    await settled();
    expect(names()).toEqual(['Nightly', 'Refunds']);
  });

  it('opens a job that is not in the list by its id', async () => {
    await open('/jobs?job=far', jobListSample(['Nightly'], 'c'));
    requestTo('GET', `${JOBS}/far`).flush(jobSample({ id: 'far', name: 'Far away' }));
    await settled();
    expect(region()).toMatch(/^Far away Run now/);
  });

  it('says that a job no longer exists, or why it could not be read', async () => {
    await open('/jobs?job=gone', jobListSample(['Nightly']));
    requestTo('GET', `${JOBS}/gone`).flush(diskFull, FAILURE);
    await settled();
    expect(region()).toBe("Couldn't load the job Disk full Try again Close");
    await press('Try again');
    requestTo('GET', `${JOBS}/gone`).flush(problemDocument('job-not-found', 'r'), { status: 404, statusText: '' });
    await settled();
    expect(region()).toBe('This job no longer exists Close');
    await press('Close');
    expect(region()).toBe('');
  });

  describe('with the address of a run', () => {
    const RUN = '/api/scheduler/runs/r1';
    const gone = (code: 'job-not-found' | 'job-run-not-found') => problemDocument(code, 'r');
    const NOT_FOUND = { status: 404, statusText: '' };

    it('opens the run of a job that is gone by its own id', async () => {
      await open('/jobs?run=r1', jobListSample([]));
      const log = [{ at: '2026-05-18T09:41:01Z', level: 'info', text: 'One row.' }] as const;
      requestTo('GET', RUN).flush(jobRunSample({ log: [...log] }));
      await settled();
      requestTo('GET', `${JOBS}/j1`).flush(gone('job-not-found'), NOT_FOUND);
      await settled();
      expect(region()).toMatch(/^Refunds shop query Job deleted Succeeded started manually 1\.0 s Log .*One row\./);
      expect(region()).toMatch(/Queued .* Started .* Ended /);
      await press('Close the run');
      expect([region(), TestBed.inject(Router).url]).toEqual(['', '/jobs']);
    });

    it('leads from a run to its job, with that run in sight', async () => {
      await open('/jobs?run=r1', jobListSample(['Nightly']));
      requestTo('GET', RUN).flush(jobRunSample({ job_id: 'Nightly' }));
      await settled();
      requestTo('GET', `${JOBS}/Nightly`).flush(jobSample({ id: 'Nightly', name: 'Nightly' }));
      await settled();
      await press('Open job');
      requestTo('GET', `${JOBS}/Nightly/runs`).flush({ runs: [jobRunSample({ id: 'newer' })], next_cursor: null });
      await settled();
      requestTo('GET', RUN).flush(jobRunSample());
      await settled();
      expect(region()).toMatch(/^Nightly Run now .* Succeeded started manually/);
      expect(TestBed.inject(Router).url).toBe('/jobs?run=r1&job=Nightly');
    });

    it('says that the run no longer exists, or why it could not be read', async () => {
      await open('/jobs?run=r1', jobListSample([]));
      requestTo('GET', RUN).flush(diskFull, FAILURE);
      await settled();
      expect(region()).toMatch(/Disk full Try again/);
      await press('Try again');
      requestTo('GET', RUN).flush(gone('job-run-not-found'), NOT_FOUND);
      await settled();
      expect(region()).toBe('Run This run no longer exists Close');
    });

    it('keeps the run of a one-time job in sight when its job is gone', async () => {
      await open('/jobs?job=j1', jobListSample(['Nightly']));
      requestTo('GET', `${JOBS}/j1`).flush(gone('job-not-found'), NOT_FOUND);
      requestTo('GET', `${JOBS}/j1/runs`).flush({ runs: [jobRunSample()], next_cursor: null });
      await settled();
      answerAll('GET', RUN, jobRunSample());
      await settled();
      answerAll('GET', RUN, jobRunSample());
      await settled();
      expect(TestBed.inject(Router).url).toBe('/jobs?run=r1');
      answerAll('GET', RUN, jobRunSample());
      await settled();
      expect(region()).toMatch(/^Refunds .*Succeeded/);
    });
  });

  it('saves a job without an edit, which takes the limits of a token away', async () => {
    await open('/jobs?job=Nightly', jobListSample(['Nightly']), [QUERY_KIND]);
    await press('Edit the job');
    await press('Save job');
    expect(requestTo('PUT', `${JOBS}/Nightly`).request.body).toEqual({});
  });

  it.each([
    [['Edit the job'], 'Nightly'],
    [['More for the job', 'Duplicate'], null],
  ])('%j offers the choices of the owner of the job %j', async (buttons, id) => {
    await open('/jobs?job=Nightly', jobListSample(['Nightly']), [QUERY_KIND]);
    for (const button of buttons) await press(button);
    expect(requestTo('GET', '/api/scheduler/kinds/query').request.params.get('job_id')).toBe(id);
  });

  it('runs a job and pauses all once on a double click', async () => {
    await open('/jobs?job=Nightly', jobListSample(['Nightly']));
    for (const [name, url] of [
      ['Run now', `${JOBS}/Nightly/run`],
      ['Pause all', '/api/scheduler/pause-all'],
    ] as const) {
      const button = [...page().querySelectorAll('button')].find((one) => words(one) === name);
      button?.click();
      button?.click();
      await settled();
      expect(requestTo('POST', url).cancelled).toBe(false);
      expect(button?.getAttribute('aria-busy')).toBe('true');
    }
  });
});
