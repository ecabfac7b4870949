import { describe, expect, it } from '@jest/globals';
import { MAX_FILES, MAX_LINES, sizeProblems } from './size-problems.mjs';

const full = Array.from({ length: MAX_FILES }, (_, index) => `libs/a/file-${index}.ts`);

function problemsOf(lines: Record<string, number>, exceptions: string[] = []): ReturnType<typeof sizeProblems> {
  return sizeProblems(Object.keys(lines), exceptions, (path) => lines[path] ?? 0);
}

describe('the size of source files', () => {
  it.each<[string, number, string[]]>([
    ['libs/a.ts', MAX_LINES, []],
    ['libs/a.ts', MAX_LINES + 1, ['libs/a.ts: 301 lines']],
    ['client/a.html', 400, ['client/a.html: 400 lines']],
    ['client/a.css', 400, ['client/a.css: 400 lines']],
    ['tools/a.mjs', 400, ['tools/a.mjs: 400 lines']],
    ['libs/a.spec.ts', 400, []],
    ['libs/a.db.spec.ts', 400, []],
    ['e2e/a.e2e.ts', 400, []],
    ['libs/fixtures/a.ts', 400, []],
    ['libs/a.json', 400, []],
  ])('%s with %i lines has the problems %j', (path, lines, problems) => {
    expect(problemsOf({ [path]: lines })).toEqual({ problems, excepted: [] });
  });
});

describe('the size of folders', () => {
  it.each<[string, string[]]>([
    ['libs/a/more.ts', ['libs/a/: 26 files']],
    ['libs/a/README.md', []],
    ['libs/a/more.spec.ts', []],
    ['libs/a/fixtures/more.json', []],
    ['libs/a/deeper/more.ts', []],
  ])('of 25 files and %s has the problems %j', (path, problems) => {
    const lines = Object.fromEntries([...full, path].map((name) => [name, 1]));
    expect(problemsOf(lines).problems).toEqual(problems);
  });
});

describe('exceptions', () => {
  it('are listed apart', () => {
    expect(problemsOf({ 'libs/a.ts': 400 }, ['libs/a.ts'])).toEqual({
      problems: [],
      excepted: ['libs/a.ts: 400 lines'],
    });
  });

  it('are problems once they are within the limits', () => {
    expect(problemsOf({ 'libs/a.ts': 4 }, ['libs/a.ts']).problems).toHaveLength(1);
  });
});
