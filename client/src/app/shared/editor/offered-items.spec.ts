import { describe, expect, it } from '@jest/globals';
import type { CompletionAnswer } from '#libs/api';
import { offeredItems } from './offered-items';
import type { OwnCompletion } from './offered-items';

const SNIPPETS = [
  { name: 'sel', text: 'SELECT ${1:what} FROM t' },
  { name: 'Sessions', text: 'SELECT 1' },
  { name: 'top10', text: 'LIMIT 10' },
];
const own = (change: Partial<OwnCompletion> = {}): OwnCompletion => ({
  keywordCase: 'keep',
  snippets: SNIPPETS,
  ...change,
});
const keyword = (label: string): CompletionAnswer['items'][number] => ({
  label,
  insert_text: label,
  kind: 'keyword',
  detail: '',
});
const answer = (start: number, end: number, ...labels: string[]): CompletionAnswer => ({
  ...{ start, end, is_incomplete: false },
  items: labels.map(keyword),
});
const labels = (given: CompletionAnswer, sql: string, change: Partial<OwnCompletion> = {}): string[] =>
  offeredItems(given, sql, sql.length, own(change)).items.map(({ label }) => label);

describe('what the editor offers', () => {
  it.each([
    [
      'the snippet of that name first, others behind the first item',
      0,
      'sel',
      ['SELECT', 'SET'],
      ['sel', 'SELECT', 'SET'],
    ],
    ['snippets that begin so, whatever their case', 0, 'SE', ['SELECT', 'SET'], ['SELECT', 'sel', 'Sessions', 'SET']],
    ['a snippet where nothing else fits', 7, 'SELECT top', [], ['top10']],
    [
      'all of them behind everything else where nothing is typed',
      7,
      'SELECT ',
      ['ALL'],
      ['ALL', 'sel', 'Sessions', 'top10'],
    ],
    ['none as a member', 8, 'SELECT a.sel', ['x'], ['x']],
    ['none in a parameter', 8, 'SELECT :sel', [], []],
    ['none in a string, where the answer begins at the cursor', 11, "SELECT 'sel", [], []],
    ['none in a string where nothing is typed', 8, "SELECT '", [], []],
  ])('is %s', (_, start, sql, items, expected) => {
    expect(labels(answer(start, sql.length, ...items), sql)).toEqual(expected);
  });

  it('has keywords in the case that is set, and names as they are', () => {
    const given = answer(0, 1, 'SELECT');
    const column = { label: 'Selected', insert_text: '"Selected"', kind: 'column', detail: '' } as const;
    const mixed = { ...given, items: [...given.items, column] };
    const none: OwnCompletion['snippets'] = [];
    expect(labels(mixed, 's', { keywordCase: 'lower', snippets: none })).toEqual(['select', 'Selected']);
    expect(labels(mixed, 's', { keywordCase: 'keep', snippets: none })).toEqual(['SELECT', 'Selected']);
  });

  it('has the tab stops of a snippet, and shows what it inserts', () => {
    const [first] = offeredItems(answer(0, 3), 'sel', 3, own()).items;
    expect(first).toMatchObject({ insert_text: 'SELECT ${1:what} FROM t', preview: 'SELECT what FROM t' });
  });
});
