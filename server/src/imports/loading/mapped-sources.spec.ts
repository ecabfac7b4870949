import { expect, it } from '@jest/globals';
import type { ImportColumn } from '#libs/api';
import { LoadFailure } from './load-failure.js';
import { mappedSources } from './mapped-sources.js';

const ID: ImportColumn = { name: 'id', type: 'BIGINT', kind: 'integer' };
const NAME: ImportColumn = { name: 'name', type: 'VARCHAR', kind: 'text' };
const map = (...sources: string[]) => ({ columns: sources.map((source) => ({ source, target: source })) });

it('has the columns of the file in the order of the mapping', () => {
  expect(mappedSources([ID, NAME], map('name', 'id', 'name'))).toEqual([
    { ...NAME, target: 'name' },
    { ...ID, target: 'id' },
    { ...NAME, target: 'name' },
  ]);
});

it('refuses a mapping of a column that the file does not have: the next one would take its place', () => {
  expect(() => mappedSources([ID], map('name', 'id'))).toThrow(new LoadFailure('The file has no column "name".'));
});
