import { describe, expect, it } from '@jest/globals';
import { readReport as readJestReport } from './jest.mjs';
import { readReport as readPlaywrightReport } from './playwright.mjs';
import { UNSTEADY_LIMIT, secondLook } from './second-look.mjs';

const look = (failedTests: readonly string[], passed = 10) => ({
  passed,
  failed: failedTests.length,
  skipped: 0,
  failedFiles: ['a.spec.ts'],
  failedTests,
  exitCode: failedTests.length > 0 ? 1 : 0,
});
const many = Array.from({ length: UNSTEADY_LIMIT + 1 }, (_, index) => `test ${String(index)}`);

async function lookedAt(first: ReturnType<typeof look>, second: ReturnType<typeof look>) {
  const said: string[] = [];
  let looks = 0;
  const again = () => {
    looks += 1;
    return Promise.resolve(second);
  };
  const found = await secondLook(first, again, (line) => said.push(line));
  return { found, said, looks };
}

describe('a second look', () => {
  it('is not taken where all is well', async () => {
    const { found, looks } = await lookedAt(look([]), look([]));
    expect([found, looks]).toEqual([{ passed: 10, failed: 0, skipped: 0, exitCode: 0 }, 0]);
  });

  it('names a test that passes alone, and counts it once', async () => {
    const { found, said } = await lookedAt(look(['slow']), look([], 4));
    expect(found).toEqual({ passed: 11, failed: 0, skipped: 0, exitCode: 0 });
    expect(said).toEqual(['UNSTEADY: failed at first, passed alone: slow']);
  });

  it.each([
    { fact: 'a test that fails again', second: look(['broken']) },
    { fact: 'another one that fails then', second: look(['another'], 1) },
    { fact: 'a test that is skipped then', second: { ...look([], 3), skipped: 1 } },
    { fact: 'a second run that ran nothing', second: look([], 0) },
    { fact: 'a second run that ended badly', second: { ...look([], 4), exitCode: 1 } },
  ])('has failed with $fact', async ({ second }) => {
    const { found, said } = await lookedAt(look(['broken']), second);
    expect([found, said]).toEqual([{ passed: 10, failed: 1, skipped: 0, exitCode: 1 }, []]);
  });

  it('is not taken at many failures, nor at a file that does not load', async () => {
    expect((await lookedAt(look(many), look([]))).looks).toBe(0);
    expect((await lookedAt({ ...look(['one']), failed: 2 }, look([]))).looks).toBe(0);
  });
});

describe('what failed', () => {
  it('is named by the report of Jest', () => {
    const results = [
      { name: '/a.spec.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'fine' }] },
      {
        name: '/b.spec.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'b fine' },
          { status: 'failed', fullName: 'b broken' },
        ],
      },
    ];
    const report = JSON.stringify({ numPassedTests: 2, numFailedTests: 1, testResults: results });
    expect(readJestReport(report)).toMatchObject({ failed: 1, failedFiles: ['/b.spec.ts'], failedTests: ['b broken'] });
  });

  it('is named by the report of Playwright', () => {
    const inner = { specs: [{ title: 'broken', ok: false, file: 'a.e2e.ts' }] };
    const suites = [{ specs: [{ title: 'fine', ok: true, file: 'a.e2e.ts' }], suites: [inner] }];
    const report = JSON.stringify({ stats: { expected: 1, unexpected: 1 }, suites });
    expect(readPlaywrightReport(report)).toMatchObject({ failedFiles: ['a.e2e.ts'], failedTests: ['broken'] });
  });
});
