import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { EventMap } from '#libs/events';
import { RecentEvents } from './recent-events.js';

const NAME = 'connections.changed';
const payload = (id: number) => ({ connection_ids: [String(id)] });

function filled(count: number, capacity: number): RecentEvents {
  const events = new RecentEvents('e', capacity);
  for (let index = 1; index <= count; index++) events.add(NAME, payload(index));
  return events;
}

describe('RecentEvents', () => {
  it.each([
    ['nothing missed', 'e.5', []],
    ['the last two', 'e.3', ['e.4', 'e.5']],
    ['everything that is kept', 'e.2', ['e.3', 'e.4', 'e.5']],
    ['more than is kept', 'e.1', null],
    ['an id from before the first event', 'e.0', null],
    ['an id from the future', 'e.6', null],
    ['an id of another process', 'f.4', null],
    ['no number', 'e.', null],
    ['a number in another notation', 'e.0x3', null],
    ['a negative number', 'e.-1', null],
    ['a number beyond all integers', 'e.99999999999999999999', null],
    ['another text', 'anything', null],
    ['an empty string', '', null],
  ])('resumes: %s', (_, id, expected) => {
    expect(
      filled(5, 3)
        .since(id)
        ?.map((event) => event.id) ?? null,
    ).toEqual(expected);
  });

  it('keeps counts in place of lists', () => {
    const changes = [{}, {}] as EventMap['schema.changed']['changes'];
    const about = { connection_id: 'shop', connection_name: 'Shop', change_id: 'c', title: 'Schema changed: Shop' };
    const { payload, data } = new RecentEvents('e').add('schema.changed', { ...about, message: '+ table a', changes });
    expect(payload).toEqual({ ...about, change_count: 2 });
    expect(JSON.parse(data)).toEqual(payload);
  });

  it('starts with an id that can be resumed', () => {
    const events = new RecentEvents('e');
    const before = events.lastId;
    events.add(NAME, payload(1));
    expect(events.since(before)?.map((event) => event.id)).toEqual(['e.1']);
  });

  it('gives back exactly what came after an id, in order, or says that it cannot', () => {
    const sizes = fc.record({ count: fc.nat(40), capacity: fc.integer({ min: 1, max: 20 }), from: fc.nat(40) });
    fc.assert(
      fc.property(sizes, ({ count, capacity, from }) => {
        const found = filled(count, capacity).since(`e.${from}`);
        const isKnown = from <= count && count - from <= capacity;
        const expected = isKnown ? Array.from({ length: count - from }, (_, index) => `e.${from + index + 1}`) : null;
        expect(found?.map((event) => event.id) ?? null).toEqual(expected);
      }),
    );
  });
});
