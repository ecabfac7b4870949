import { afterEach, expect, it } from '@jest/globals';
import type { ContractCheck } from '#libs/api';
import { Part } from '../../../../testing/part';
import { CheckResult } from './check-result';

afterEach(() => Part.clear());

it('shows all that the database said of the statement that failed', async () => {
  const error = {
    ...{ message: 'cannot drop table orders because other objects depend on it', sqlstate: '2BP01', position: null },
    ...{
      detail: 'view totals depends on table orders',
      hint: 'Use DROP ... CASCADE to drop the dependent objects too.',
    },
  };
  const check: ContractCheck = {
    ...{ connection_id: 'shop', contract: { id: 'k', name: 'Orders', frozen_at: '2026-04-02T14:10:00Z' } },
    ...{ outcome: 'fails', checked_at: '2026-05-19T06:00:00Z', elapsed_ms: 1, summary: '' },
    statements: [{ sql: 'DROP TABLE orders', line: 1, status: 'failed', elapsed_ms: 1, error }],
    ...{ changes: [], impact: [], broken: [], already_broken: [], mended: [] },
  };
  const part = await Part.show(CheckResult, { check });
  for (const words of [error.message, error.detail, error.hint]) expect(part.text).toContain(words);
});
