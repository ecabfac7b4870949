import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../project.mjs';

const TABLE = readFileSync(join(ROOT, 'docs/specification.md'), 'utf8');

/** The rows of a table: a sentence, tests as `file` "title", the page of the documentation. */
const ROWS = TABLE.split('\n')
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()))
  .filter((cells) => cells.length === 3 && cells[1]?.startsWith('`'));

describe('docs/specification.md', () => {
  it('has rows', () => {
    expect(ROWS.length).toBeGreaterThan(20);
  });

  it.each(ROWS)('shows and documents: %s', (_, shownBy = '', documentedIn = '') => {
    const tests = [...shownBy.matchAll(/`([^`]+)` "([^"]+)"/g)];
    expect(tests.length).toBeGreaterThan(0);
    for (const [, file = '', title = ''] of tests) expect(readFileSync(join(ROOT, file), 'utf8')).toContain(title);
    const page = /\]\(([^)#]+)/.exec(documentedIn)?.[1] ?? '';
    expect(existsSync(join(ROOT, 'docs', page))).toBe(true);
  });
});
