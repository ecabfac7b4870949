import { describe, expect, it } from '@jest/globals';
import type { Notice } from '#libs/api';
import { MemoryBudget } from './memory-budget.js';
import { NoticeList } from './notice-list.js';

const noticeOf = (chars: number): Notice => ({
  ...{ severity: 'NOTICE', message: 'x'.repeat(chars), sqlstate: null, detail: null, hint: null },
});

function raised(budget: MemoryBudget, count: number, chars: number): NoticeList {
  const list = new NoticeList(budget);
  for (let raise = 0; raise < count; raise += 1) list.add(noticeOf(chars));
  return list;
}

describe('NoticeList', () => {
  it.each([
    ['few short ones', 3, 10, 3, null],
    ['one too many', 1001, 10, 1000, '1 more notice is not shown'],
    ['many long ones', 1000, 100_000, 10, '990 more notices are not shown'],
    ['one that is too long alone', 1, 2_000_000, 0, '1 more notice is not shown'],
  ])('keeps what there is room for, and counts the others: %s', (_, count, chars, kept, left) => {
    const budget = new MemoryBudget(1000);
    const shown = raised(budget, count, chars).shown();
    expect(shown).toHaveLength(kept + (left === null ? 0 : 1));
    if (left !== null) expect(shown.at(-1)?.message).toBe(left);
    expect(budget.heldChars).toBeGreaterThanOrEqual(kept * chars);
    expect(budget.heldChars).toBeLessThan(1_100_000);
  });

  it('keeps no more of all statements of a run than one run may hold', () => {
    const budget = new MemoryBudget(1000);
    const lists = Array.from({ length: 100 }, () => raised(budget, 1000, 100_000));
    expect(budget.heldChars).toBeLessThan(9_000_000);
    expect(lists.at(-1)?.shown()).toMatchObject([{ message: '1000 more notices are not shown' }]);
  });

  it('takes nothing of the room for rows', () => {
    const budget = new MemoryBudget(1000);
    raised(budget, 10, 1000);
    expect(budget.remainingChars).toBe(1000);
  });
});
