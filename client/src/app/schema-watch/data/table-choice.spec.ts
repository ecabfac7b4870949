import { describe, expect, it } from '@jest/globals';
import {
  contractChoices,
  findChoices,
  groupChoices,
  groupState,
  shortName,
  toggled,
  watchChoices,
} from './table-choice';

const CATALOG = [
  { name: 'events', schema: 'public', partition_of: null, extension: null },
  { name: 'crm."a,b"', schema: 'crm', partition_of: null, extension: null },
  { name: 'events_26', schema: 'public', partition_of: 'events', extension: null },
  { name: 'spatial_ref_sys', schema: 'public', partition_of: null, extension: 'postgis' },
];

describe('the tables to choose from', () => {
  it('leave out for a watch those that are watched anyway, and keep chosen ones that are gone', () => {
    expect(watchChoices(CATALOG, ['events_25', 'events_26'])).toEqual([
      { name: 'events_25', schema: null, note: 'not in the last snapshot' },
      { name: 'events_26', schema: 'public', note: 'partition of events' },
      { name: 'spatial_ref_sys', schema: 'public', note: 'extension postgis' },
    ]);
  });

  it('are all of them for a contract, with chosen ones that are gone', () => {
    const names = contractChoices(CATALOG, ['events', 'old']).map(({ name }) => name);
    expect(names).toEqual(['old', 'events', 'crm."a,b"', 'events_26', 'spatial_ref_sys']);
  });

  it('are found by name and by what they belong to', () => {
    const found = (text: string) => findChoices(contractChoices(CATALOG, []), text).map(({ name }) => name);
    expect([found(' Events '), found('POSTGIS'), found('')].map((names) => names.length)).toEqual([2, 1, 4]);
  });

  it('stand by schema, what is gone first, and no more than the limit are listed', () => {
    const groups = groupChoices(contractChoices(CATALOG, ['old']), 4);
    expect(groups.map(({ schema, shown, names }) => [schema, shown.map(({ name }) => name), names.length])).toEqual([
      [null, ['old'], 1],
      ['crm', ['crm."a,b"'], 1],
      ['public', ['events', 'events_26'], 3],
    ]);
  });

  it('have no schema below the heading of it', () => {
    const short = contractChoices(CATALOG, ['old']).map(shortName);
    expect(short).toEqual(expect.arrayContaining(['old', '"a,b"', 'events_26']));
    expect(shortName({ name: 'warehouse.stock', schema: 'ware', note: '' })).toBe('warehouse.stock');
  });

  it('are chosen in a schema as a whole, in part or not at all', () => {
    const group = groupChoices(contractChoices(CATALOG, [])).find(({ schema }) => schema === 'public');
    if (group === undefined) throw new Error('There is no such group.');
    expect(groupState(group, new Set())).toBe('none');
    expect(groupState(group, new Set(['events', 'crm."a,b"']))).toBe('some');
    expect(groupState(group, new Set(['events', 'events_26', 'spatial_ref_sys']))).toBe('all');
  });

  it.each([
    ['one is added', ['a'], ['b'], ['a', 'b']],
    ['one is taken out', ['a', 'b'], ['a'], ['b']],
    ['those that are missing are added', ['a'], ['a', 'b', 'c'], ['a', 'b', 'c']],
    ['all are taken out where all are in', ['x', 'a', 'b'], ['b', 'a'], ['x']],
  ])('where %s', (_, chosen, names, expected) => {
    expect(toggled(chosen, names)).toEqual(expected);
  });
});
