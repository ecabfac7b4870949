import { describe, expect, it } from '@jest/globals';
import { readQualifiedName, readTableSpelling, tablesInSchemas } from './index.js';

describe('the name of a table', () => {
  it.each<[string, { schema: string; table: string } | null]>([
    ['public.orders', { schema: 'public', table: 'orders' }],
    ['"Odd schema"."Odd ""table"', { schema: 'Odd schema', table: 'Odd "table' }],
    ['public."a.b"', { schema: 'public', table: 'a.b' }],
    ['"a.b".c', { schema: 'a.b', table: 'c' }],
    ['orders', null],
    ['a.b.c', null],
    ['', null],
    ['"".x', { schema: '', table: 'x' }],
  ])('%j is %j', (text, place) => {
    expect(readQualifiedName(text)).toEqual(place);
  });

  it.each<[string, { schema: string | null; table: string } | null]>([
    ['"My Schema"."Weird Table"', { schema: 'My Schema', table: 'Weird Table' }],
    ['"Weird ""Table"""', { schema: null, table: 'Weird "Table"' }],
    ['public."Weird Table"', { schema: 'public', table: 'Weird Table' }],
    ['public.orders', { schema: 'public', table: 'orders' }],
    ['orders', null],
    ['Weird Table', null],
    ['a.b.c', null],
    ['"open', null],
  ])('spelled %j is %j', (text, place) => {
    expect(readTableSpelling(text)).toEqual(place);
  });

  it.each<[string, string[]]>([
    ['Ünï Cøde.Ta "b"le', ['Ünï Cøde/Ta "b"le']],
    ['a.b.c', ['a/b.c', 'a.b/c']],
    ['a."b".c', ['a/"b".c']],
    ['a.', []],
    ['A.b', []],
    ['orders', []],
  ])('%j is in schemas %j', (text, places) => {
    const schemas = ['a', 'a.b', 'Ünï Cøde', 'public'];
    expect(tablesInSchemas(text, schemas).map(({ schema, table }) => `${schema}/${table}`)).toEqual(places);
  });
});
