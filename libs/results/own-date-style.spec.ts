import { describe, expect, it } from '@jest/globals';
import type { ColumnKind } from '../api/index.js';
import { hasOwnDates, withOwnDates } from './own-date-style.js';

const columnsOf = (...kinds: ColumnKind[]) => kinds.map((kind) => ({ name: 'c', type: kind, kind, table: null }));

describe('dates that a session prints in a way of its own', () => {
  it.each<[ColumnKind[], string[], ColumnKind[]]>([
    [['date', 'timestamp', 'integer'], ['DateStyle'], ['other', 'other', 'integer']],
    [['time', 'text'], ['DateStyle'], ['time', 'text']],
    [['date'], [], ['date']],
    [['timestamp'], ['TimeZone', 'IntervalStyle'], ['timestamp']],
    [['date'], ['TimeZone', 'DateStyle'], ['other']],
    [[], ['DateStyle'], []],
    [['date', 'interval'], ['DateStyle'], ['other', 'interval']],
  ])('are texts: %j with %j', (kinds, ownSettings, expected) => {
    const columns = columnsOf(...kinds);
    expect(withOwnDates(columns, ownSettings).map(({ kind }) => kind)).toEqual(expected);
    expect(hasOwnDates(columns, ownSettings)).toBe(kinds.join() !== expected.join());
  });

  it('are not what intervals are, which are texts where they are printed in another style', () => {
    const columns = columnsOf('interval', 'date');
    expect(withOwnDates(columns, ['IntervalStyle']).map(({ kind }) => kind)).toEqual(['other', 'date']);
    expect(hasOwnDates(columns, ['IntervalStyle'])).toBe(false);
  });
});
