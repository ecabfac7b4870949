import { describe, expect, it } from '@jest/globals';
import type { SchemaChange, SchemaChangeList } from '#libs/api';
import { ChangeList } from './change-list';
import type { ChangesRequest } from './schema-watch-api';
import { USUAL_FILTER } from './watch-filter';

const TOTAL = 8;

/** A server whose pages have three records at most, however many are asked for. */
function server() {
  const asked: ChangesRequest[] = [];
  const ask = (wanted: ChangesRequest): Promise<SchemaChangeList> => {
    asked.push(wanted);
    const start = Number(wanted.cursor ?? 0);
    const end = Math.min(start + Math.min(wanted.limit, 3), TOTAL);
    const changes = Array.from({ length: end - start }, (_, place) => ({ id: `${start + place}` }) as SchemaChange);
    const cursor = end < TOTAL ? `${end}` : null;
    return Promise.resolve({ connection_id: 'shop', days: 30, total: TOTAL, changes, next_cursor: cursor });
  };
  return { asked, list: new ChangeList(ask) };
}

describe('changes whose pages have fewer than asked for', () => {
  it('are one page at first, and another with each step', async () => {
    const { list, asked } = server();
    await list.show(USUAL_FILTER);
    await list.loadOlder();
    expect([list.items().length, list.hasOlder(), asked.length]).toEqual([6, true, 2]);
  });

  it('are read again as far back as they are in sight', async () => {
    const { list } = server();
    await list.show(USUAL_FILTER);
    await list.loadOlder();
    await list.load();
    expect(list.items().map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4', '5']);
    await list.loadOlder();
    expect([list.items().length, list.hasOlder()]).toEqual([TOTAL, false]);
  });

  it('begin with one page where something else is looked for', async () => {
    const { list, asked } = server();
    await list.show(USUAL_FILTER);
    await list.loadOlder();
    await list.show({ ...USUAL_FILTER, search: 'orders' });
    expect([list.items().length, asked.length]).toEqual([3, 3]);
  });
});
