import { describe, expect, it } from '@jest/globals';
import { readReport as readJestReport } from './jest.mjs';
import { readReport as readPlaywrightReport } from './playwright.mjs';
import { honest, sum, table } from './tally.mjs';

const tally = (counts: { passed?: number; failed?: number; skipped?: number }) => ({
  runner: 'unit',
  passed: 0,
  failed: 0,
  skipped: 0,
  seconds: 1.25,
  ...counts,
});

describe('a tally', () => {
  it.each([
    { counts: { passed: 3 }, exitCode: 0, failed: 0, fact: 'stays as it is when all is well' },
    { counts: { passed: 3, failed: 2 }, exitCode: 1, failed: 2, fact: 'keeps its failures' },
    { counts: { passed: 3, skipped: 1 }, exitCode: 0, failed: 1, fact: 'counts a skipped test as failed' },
    { counts: {}, exitCode: 0, failed: 1, fact: 'has failed when nothing was run' },
    { counts: { passed: 3 }, exitCode: 1, failed: 1, fact: 'has failed when the runner ended badly' },
    { counts: {}, exitCode: 1, failed: 1, fact: 'counts a runner that fell over once' },
  ])('$fact', ({ counts, exitCode, failed }) => {
    expect(honest(tally(counts), exitCode).failed).toBe(failed);
  });

  it('adds up all runners', () => {
    expect(sum([tally({ passed: 3, failed: 1 }), tally({ passed: 4 })])).toEqual({ passed: 7, failed: 1 });
  });

  it('never calls nothing a success', () => {
    expect(sum([])).toEqual({ passed: 0, failed: 1 });
  });

  it('is shown as a line', () => {
    expect(table([tally({ passed: 12 })]).split('\n')[1]).toMatch(/^unit\s+12\s+0\s+0\s+1\.3 s$/);
  });
});

describe('a report', () => {
  it('of Jest counts a suite that does not load as a failure', () => {
    const report = {
      numPassedTests: 5,
      numFailedTests: 1,
      numRuntimeErrorTestSuites: 1,
      numPendingTests: 2,
      numTodoTests: 1,
    };
    expect(readJestReport(JSON.stringify(report))).toMatchObject({ passed: 5, failed: 2, skipped: 3 });
  });

  it('of Playwright counts a flaky test and a broken file as failures', () => {
    const report = { stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 1 }, errors: [{ message: 'broken' }] };
    expect(readPlaywrightReport(JSON.stringify(report))).toMatchObject({ passed: 4, failed: 3, skipped: 1 });
  });

  it('that was never written counts nothing', () => {
    const nothing = { passed: 0, failed: 0, skipped: 0, failedFiles: [], failedTests: [], durations: [] };
    expect(readJestReport('{}')).toEqual(nothing);
    expect(readPlaywrightReport('{}')).toEqual(nothing);
  });
});
