import { describe, expect, it } from '@jest/globals';
import { addressOf, countLimits, exportAddress, filterOf, NO_FILTER, queryOf } from './audit-filter';
import type { AuditFilter } from './audit-filter';

const read = (search: string): AuditFilter => {
  const parameters = new URLSearchParams(search);
  return filterOf((name) => parameters.get(name));
};

describe('the filter of the audit', () => {
  it.each<[string, Partial<AuditFilter>]>([
    ['', {}],
    ['action=user.invite&outcome=done', { action: 'user.invite', outcome: 'done' }],
    ['actor=%20ann%20', { actor: 'ann' }],
    ['from=2026-11-20&to=2026-11-21', { from: '2026-11-20', to: '2026-11-21' }],
    ['from=yesterday&to=2026-13-40', {}],
    ['outcome=maybe', {}],
    ['connection=shop', {}],
  ])('is read out of %j', (search, expected) => {
    expect(read(search)).toEqual({ ...NO_FILTER, ...expected });
  });

  it('goes into the address and comes back', () => {
    const filter = read('actor=ann&from=2026-11-20');
    const address = Object.entries(addressOf(filter)).filter(([, value]) => value !== null);
    expect(address).toEqual([
      ['actor', 'ann'],
      ['from', '2026-11-20'],
    ]);
    expect(countLimits(filter)).toBe(2);
  });

  it('asks for whole days, the last one with all of it', () => {
    const query = queryOf(read('from=2026-11-20&to=2026-11-20&actor=ann'));
    const hours = (Date.parse(query.to ?? '') - Date.parse(query.from ?? '')) / 3_600_000;
    expect([query.actor, hours]).toEqual(['ann', 24]);
    expect(queryOf(NO_FILTER)).toEqual({});
  });

  it('is in the address of the file', () => {
    expect(exportAddress(read('actor=a%26b'), 'csv')).toBe('/api/audit/export?format=csv&actor=a%26b');
  });
});
