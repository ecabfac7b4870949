import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../project.mjs';
import { hasTest, testTitles } from './test-titles.mjs';

const PAGE = readFileSync(join(ROOT, 'docs/specification.md'), 'utf8');

/** The headings of the specification below which it promises something, in its order. */
const HEADINGS = [
  ...['What the service does', 'Studio behaviour', 'Studio deep link'],
  ...['Connection', 'Contract', 'Violation', 'Snapshot', 'Change record', 'Job', 'Job run', 'Other resources'],
  ...['Contract state', 'Schema Watch run', 'Job lifecycle'],
  ...['Contracts', 'Schema Watch', 'Scheduler', 'Vector tiles'],
  ...['Authentication', 'Events', 'Errors', 'Limits', 'Versioning'],
];

interface Row {
  readonly heading: string;
  readonly sentence: string;
  readonly tests: string;
  readonly page: string;
}

/** The rows of the tables, each with the heading above it. */
function rowsOf(text: string): Row[] {
  const rows: Row[] = [];
  let heading = '';
  for (const line of text.split('\n')) {
    heading = /^#{2,} (.*)$/.exec(line)?.[1] ?? heading;
    const cells = line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim());
    const [sentence = '', tests = '', page = ''] = cells;
    const isRow = line.startsWith('| ') && sentence !== 'sentence' && !/^-+$/.test(sentence);
    if (isRow) rows.push({ heading, sentence, tests, page });
  }
  return rows;
}

const ROWS = rowsOf(PAGE);
const CITED = /`([^`]+)` "([^"]+)"/g;

/** The anchors of a page, as GitHub makes them of its headings. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

describe('docs/specification.md', () => {
  it('has rows for each heading of the specification, and for no other', () => {
    expect([...new Set(ROWS.map(({ heading }) => heading))]).toEqual(HEADINGS);
  });

  it.each(ROWS)('names tests that are there: $heading: $sentence', ({ tests }) => {
    const cited = [...tests.matchAll(CITED)];
    expect(cited.length).toBeGreaterThan(0);
    expect(tests.replaceAll(CITED, '').replaceAll(', ', '')).toBe('');
    const missing = cited.filter(([, file = '', title = '']) => {
      const path = join(ROOT, file);
      return !existsSync(path) || !hasTest(testTitles(readFileSync(path, 'utf8')), title);
    });
    expect(missing.map(([text]) => text)).toEqual([]);
  });

  it.each(ROWS)('leads to a page that is there: $heading: $sentence', ({ page }) => {
    const [, file = '', anchor = null] = /^\[[^\]]+\]\(([^)#]+)(?:#([^)]+))?\)$/.exec(page) ?? [];
    const path = join(ROOT, 'docs', file);
    expect([page, file !== '' && existsSync(path)]).toEqual([page, true]);
    if (anchor !== null) expect(anchorsOf(readFileSync(path, 'utf8'))).toContain(anchor);
  });
});
