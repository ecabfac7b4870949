import { describe, expect, it } from '@jest/globals';
import type { HiddenPart } from '../api/index.js';
import { hiddenRows } from './hidden-rows.js';

describe('hiddenRows', () => {
  it.each<[HiddenPart | undefined, boolean | null, string | null]>([
    [undefined, null, null],
    ['schema', true, 'The role may not use the schema hr.'],
    ['table', true, 'The role may not read hr.pay.'],
    ['rows', false, 'Row-level security may hide rows of hr.pay.'],
  ])('of a table that hides %s', (hides, isAll, reason) => {
    const hidden = hiddenRows({ schema: 'hr', table: 'pay' }, hides);
    expect([hidden?.isAll ?? null, hidden?.reason ?? null]).toEqual([isAll, reason]);
  });
});
