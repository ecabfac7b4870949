import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { jobRunSample } from '../../../testing/job-samples';
import { Part, words } from '../../../testing/part';
import { timeDisplay } from '../../shared/time/time-display';
import { WeekTimeline } from './week-timeline';

describe('WeekTimeline', () => {
  afterEach(() => {
    jest.restoreAllMocks();
    timeDisplay.set('local');
    Part.clear();
  });

  it('opens a run of today whose job is gone', async () => {
    const ran = jobRunSample({ started_at: new Date().toISOString() });
    const part = await Part.show(WeekTimeline, { jobs: [], ran: [ran] });
    const opened: string[] = [];
    part.fixture.componentInstance.pastOpened.subscribe(({ runId }) => opened.push(runId));
    const [run] = part.element.querySelectorAll<HTMLElement>('button.run');
    run?.click();
    expect([words(run ?? null), opened]).toEqual([expect.stringMatching(/^Succeeded .* Refunds$/), ['r1']]);
  });

  it('names the zone of its times also where the setting is loaded after it is shown', async () => {
    const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: 'Europe/Berlin' };
    jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
    const part = await Part.show(WeekTimeline, { jobs: [], ran: [] });
    const label = (): string | null | undefined => part.element.querySelector('.days')?.getAttribute('aria-label');
    const foot = (): string | null | undefined => part.element.querySelector('.dw-page-foot')?.textContent;
    expect(label()).toContain('Europe/Berlin');
    expect(foot()).toBe('Times in Europe/Berlin.');
    timeDisplay.set('utc');
    await part.settled();
    expect(label()).toContain('UTC');
    expect(foot()).toBe('Times in UTC.');
  });
});
