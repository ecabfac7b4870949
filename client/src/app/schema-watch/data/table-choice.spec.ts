import { describe, expect, it } from '@jest/globals';
import { contractChoices, findChoices, toggled, watchChoices } from './table-choice';

const CATALOG = [
  { name: 'events', partition_of: null, extension: null },
  { name: 'events_26', partition_of: 'events', extension: null },
  { name: 'spatial_ref_sys', partition_of: null, extension: 'postgis' },
];

describe('the tables to choose from', () => {
  it('leave out for a watch those that are watched anyway, and keep chosen ones that are gone', () => {
    expect(watchChoices(CATALOG, ['events_25', 'events_26'])).toEqual([
      { name: 'events_25', note: 'not in the last snapshot' },
      { name: 'events_26', note: 'partition of events' },
      { name: 'spatial_ref_sys', note: 'extension postgis' },
    ]);
  });

  it('are all of them for a contract', () => {
    expect(contractChoices(CATALOG).map(({ name }) => name)).toEqual(['events', 'events_26', 'spatial_ref_sys']);
  });

  it('are found by name and by what they belong to', () => {
    const found = (text: string) => findChoices(contractChoices(CATALOG), text).map(({ name }) => name);
    expect([found(' Events '), found('POSTGIS'), found('')].map((names) => names.length)).toEqual([2, 1, 3]);
  });

  it('are added and taken out one by one', () => {
    expect([toggled(['a'], 'b'), toggled(['a', 'b'], 'a')]).toEqual([['a', 'b'], ['b']]);
  });
});
