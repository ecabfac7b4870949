import { describe, expect, it } from '@jest/globals';
import type { CheckedStatement, ContractCheck } from '#libs/api';
import { failedOf, verdictOf } from './check-words';

const statement = (line: number, status: CheckedStatement['status']): CheckedStatement => ({
  ...{ sql: 'SELECT 1', line, status, elapsed_ms: 1, error: null },
});
const check = (part: Partial<ContractCheck>): ContractCheck => ({
  connection_id: 'shop',
  contract: { id: 'k', name: 'Billing', frozen_at: '2026-05-19T06:00:00Z' },
  outcome: 'holds',
  checked_at: '2026-05-19T06:00:00Z',
  elapsed_ms: 5,
  statements: [statement(1, 'succeeded')],
  summary: '',
  ...{ changes: [], impact: [], broken: [], already_broken: [], mended: [] },
  ...part,
});

describe('verdictOf', () => {
  it.each<[Partial<ContractCheck>, string, string]>([
    [{}, 'Holds', '1 statement tried out, and Billing is not broken by it.'],
    [
      { statements: [statement(1, 'succeeded'), statement(2, 'succeeded')] },
      'Holds',
      '2 statements tried out, and Billing is not broken by them.',
    ],
    [
      { outcome: 'breaks', broken: [{}, {}] as unknown as ContractCheck['broken'] },
      'Breaks',
      'It would break 2 expectations of Billing.',
    ],
    [
      { outcome: 'fails', statements: [statement(1, 'succeeded'), statement(3, 'failed'), statement(4, 'not_run')] },
      'Fails',
      "The statement at line 3 couldn't be run, so the impact is unknown.",
    ],
  ])('of %j is %s', (part, word, text) => {
    expect(verdictOf(check(part))).toMatchObject({ word, text });
  });

  it('names the statement that failed', () => {
    expect(failedOf(check({}))).toBeNull();
    expect(failedOf(check({ statements: [statement(7, 'failed')] }))?.line).toBe(7);
  });
});
