import { afterEach, describe, expect, it } from '@jest/globals';
import type { JobRunMark } from '#libs/api';
import { Part } from '../../../testing/part';
import { DurationBars } from './duration-bars';

describe('DurationBars', () => {
  afterEach(() => Part.clear());

  it('shows runs that failed in red, and none that a person cancelled', async () => {
    const mark = (change: Partial<JobRunMark>): JobRunMark => {
      return { id: 'r', status: 'success', started_at: '2026-05-18T09:41:00Z', duration_ms: 1000, ...change };
    };
    const cancelled = mark({ status: 'interrupted', cancelled: true });
    const runs = [mark({}), mark({ status: 'interrupted' }), mark({ status: 'error' }), cancelled];
    const part = await Part.show(DurationBars, { runs });
    const bars = [...part.element.querySelectorAll('rect')];
    expect(bars.map((bar) => bar.classList.contains('bad'))).toEqual([false, true, true, false]);
    expect(part.element.querySelector('svg')?.getAttribute('aria-label')).toBe('4 runs, the last Cancelled in 1.0 s');
  });
});
