import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rememberNames, tableNames, type NamedPath } from './table-names.js';

type Names = Record<string, string>;

const file = (path: string): NamedPath => {
  const at = path.lastIndexOf('.');
  return { path, stem: path.slice(0, at), extension: path.slice(at + 1).toLowerCase() };
};
const namesOf = (paths: readonly string[], known: Names = {}): Names =>
  Object.fromEntries(tableNames(paths.map(file), new Map(Object.entries(known))));
/** The names after each of several listings. */
const listed = (...listings: readonly (readonly string[])[]): Names[] => {
  let known: ReadonlyMap<string, string> = new Map();
  return listings.map((paths) => {
    const names = tableNames(paths.map(file), known);
    known = rememberNames(known, names);
    return Object.fromEntries(names);
  });
};

describe('tableNames', () => {
  it.each<[string, string[], Names, Names]>([
    ['a file alone has its stem', ['a.csv'], {}, { 'a.csv': 'a' }],
    ['a newcomer adds its extension', ['a.csv', 'a.json'], { 'a.csv': 'a' }, { 'a.csv': 'a', 'a.json': 'a_json' }],
    ['also where it sorts first', ['a.csv', 'a.json'], { 'a.json': 'a' }, { 'a.csv': 'a_csv', 'a.json': 'a' }],
    ['files that come together all do', ['a.csv', 'a.json'], {}, { 'a.csv': 'a_csv', 'a.json': 'a_json' }],
    [
      'several newcomers add theirs',
      ['a.csv', 'a.json', 'a.tsv'],
      { 'a.csv': 'a' },
      { 'a.csv': 'a', 'a.json': 'a_json', 'a.tsv': 'a_tsv' },
    ],
    ['case does not matter', ['a.csv', 'A.json'], { 'a.csv': 'a' }, { 'a.csv': 'a', 'A.json': 'A_json' }],
    ['a subfolder is part of the stem', ['a.csv', 'b/a.csv'], { 'a.csv': 'a' }, { 'a.csv': 'a', 'b/a.csv': 'b/a' }],
    [
      'subfolders follow the same rule',
      ['b/a.csv', 'b/a.json'],
      { 'b/a.csv': 'b/a' },
      {
        'b/a.csv': 'b/a',
        'b/a.json': 'b/a_json',
      },
    ],
    [
      'a stem comes before an added extension',
      ['a.csv', 'a.json', 'a_csv.csv'],
      {},
      {
        'a.csv': 'a_csv_2',
        'a.json': 'a_json',
        'a_csv.csv': 'a_csv',
      },
    ],
    [
      'a taken stem is not given again',
      ['a.csv', 'a.json', 'a_json.csv'],
      { 'a.csv': 'a', 'a.json': 'a_json' },
      {
        'a.csv': 'a',
        'a.json': 'a_json',
        'a_json.csv': 'a_json_csv',
      },
    ],
    ['the name of a removed file is free', ['a.json'], { 'a.csv': 'a' }, { 'a.json': 'a' }],
    [
      'a known name that two files have stays with the first',
      ['a.csv', 'a.json'],
      { 'a.csv': 'x', 'a.json': 'X' },
      {
        'a.csv': 'x',
        'a.json': 'a',
      },
    ],
  ])('%s', (_rule, paths, known, expected) => {
    expect(namesOf(paths, known)).toEqual(expected);
    expect(namesOf([...paths].reverse(), known)).toEqual(expected);
  });

  it.each<[string, string[][], Names]>([
    [
      'a file that comes back has its name again',
      [['a.csv', 'a.json'], ['a.json'], ['a.csv', 'a.json']],
      {
        'a.csv': 'a_csv',
        'a.json': 'a_json',
      },
    ],
    ['a file keeps its name when the other goes', [['a.csv'], ['a.csv', 'a.json'], ['a.json']], { 'a.json': 'a_json' }],
    ['a file in another format takes its place', [['a.csv'], [], ['a.json']], { 'a.json': 'a' }],
    [
      'and keeps it when the first comes back',
      [['a.csv'], ['a.json'], ['a.csv', 'a.json']],
      {
        'a.csv': 'a_csv',
        'a.json': 'a',
      },
    ],
  ])('over time: %s', (_rule, listings, expected) => {
    expect(listed(...listings).at(-1)).toEqual(expected);
  });

  it('remembers no more than 1,000 removed files', () => {
    const paths = Array.from({ length: 1_500 }, (_, index) => `${index}.csv`);
    const known = rememberNames(new Map(), tableNames(paths.map(file), new Map()));
    expect(rememberNames(known, tableNames([file('new.csv')], known)).size).toBe(1_001);
  });

  it('never renames a table and never gives a name twice, whatever comes and goes', () => {
    const path = fc
      .tuple(fc.constantFrom('a', 'A', 'a_csv', 'a_json', 's/a'), fc.constantFrom('.csv', '.CSV', '.json', '.tsv'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(fc.uniqueArray(path)), (listings) => {
        let before: Names = {};
        for (const names of listed(...listings)) {
          const tables = Object.values(names).map((name) => name.toLowerCase());
          expect(new Set(tables).size).toBe(tables.length);
          for (const [kept, name] of Object.entries(names)) expect(before[kept] ?? name).toBe(name);
          before = names;
        }
      }),
    );
  });
});
