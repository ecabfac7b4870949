import { describe, expect, it } from '@jest/globals';
import { briefEvent } from './index.js';
import type { EventMap } from './index.js';

const ON_SHOP = { connection_id: 'shop', connection_name: 'Shop', title: 'News', occurred_at: '2026-01-01T00:00:00Z' };

describe('an event as browsers and other processes get it', () => {
  it('counts the changes of a schema', () => {
    const changes = [{}, {}] as EventMap['schema.changed']['changes'];
    const payload = { ...ON_SHOP, change_id: 'c', message: '+ table a; + table b', changes };
    const brief = briefEvent('schema.changed', payload);
    expect(brief).toEqual({ ...ON_SHOP, change_id: 'c', change_count: 2 });
    expect(briefEvent('schema.changed', brief as never)).toEqual(brief);
  });

  it.each(['contract.violated', 'contract.restored'] as const)('counts the breakages of %s', (name) => {
    const items = [{}] as EventMap['contract.violated']['items'];
    const about = { ...ON_SHOP, contract: 'Orders', violation_id: 'v' };
    const brief = briefEvent(name, { ...about, message: 'orders: gone', items });
    expect(brief).toEqual({ ...about, item_count: 1 });
    expect(briefEvent(name, brief as never)).toEqual(brief);
  });

  it('is the event itself where it has no list', () => {
    const payload = { connection_id: 'shop' };
    expect(briefEvent('contract.changed', payload)).toBe(payload);
  });
});
