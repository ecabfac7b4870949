import { beforeEach, describe, expect, it } from '@jest/globals';
import { RunReport } from './run-report.js';

describe('RunReport', () => {
  let nowMs = 0;
  let made = 0;
  let padding = '';
  let notify = (): void => undefined;
  const run = {
    isOver: false,
    progress: () => ({ made: (made += 1), padding }),
    onChange: (listener: () => void) => {
      notify = listener;
      return () => undefined;
    },
  };
  let report: RunReport;
  const numberAt = (ms: number): number => {
    nowMs = ms;
    return (JSON.parse(report.text()) as { made: number }).made;
  };
  beforeEach(() => {
    [nowMs, made, padding, run.isOver] = [0, 0, '', false];
    report = new RunReport(run, () => nowMs);
  });

  it('is made once for all who read it within half a second', () => {
    expect([0, 100, 499].map(numberAt)).toEqual([1, 1, 1]);
    expect([500, 600, 999, 1000].map(numberAt)).toEqual([2, 2, 2, 3]);
  });

  it('is made anew after a change', () => {
    expect(numberAt(0)).toBe(1);
    notify();
    expect([10, 20].map(numberAt)).toEqual([2, 2]);
  });

  it('of many statements is made less often, also after changes', () => {
    padding = 'x'.repeat(1_000_000);
    expect(numberAt(0)).toBe(1);
    notify();
    expect([500, 1000, 1999].map(numberAt)).toEqual([1, 1, 1]);
    expect([2100, 2600, 4000].map(numberAt)).toEqual([2, 2, 2]);
    expect(numberAt(4200)).toBe(3);
  });

  it('is made anew at once when the run is over', () => {
    padding = 'x'.repeat(1_000_000);
    expect(numberAt(0)).toBe(1);
    run.isOver = true;
    expect([1, 2].map(numberAt)).toEqual([2, 2]);
  });
});
