import { describe, expect, it } from '@jest/globals';
import type { ResultRow } from '#libs/api';
import { HeldRows } from './held-rows.js';
import { MemoryBudget } from './memory-budget.js';

const MAX_CHARS = 100_000;
const rowsOf = (count: number, chars: number): ResultRow[] => Array.from({ length: count }, () => ['x'.repeat(chars)]);

describe('the rows that stay when a statement goes to disk', () => {
  it.each<[string, number, ResultRow[], number]>([
    ['a page, where there is room', 0, rowsOf(500, 10), 200],
    ['what has room', 50_000, rowsOf(500, 1_000), 49],
    ['a few short rows, where other statements have used the room', MAX_CHARS, rowsOf(500, 1_000), 8],
    ['no long row then', MAX_CHARS, rowsOf(2, 9_000), 0],
    ['no more than a page of short ones', MAX_CHARS, rowsOf(500, 1), 200],
  ])('are %s', (_, usedChars, rows, expected) => {
    const budget = new MemoryBudget(MAX_CHARS);
    budget.add(usedChars);
    const held = new HeldRows(budget);
    held.replaceByPageOf(rows);
    expect(held.rows().length).toBeGreaterThanOrEqual(expected - 1);
    expect(held.rows().length).toBeLessThanOrEqual(expected);
    held.clear();
    expect(budget.heldChars).toBe(usedChars);
  });
});
