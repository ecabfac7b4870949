import { describe, expect, it } from '@jest/globals';
import type { DemoView } from '#libs/demo';
import { keptTexts, removedTexts } from './demo-lists';

const EMPTY: DemoView = { state: 'ready', connections: [], removed: [], kept: [] };
const named = (...names: string[]) => names.map((name) => ({ id: name, name }));
const things = (kind: string, ...names: string[]) => names.map((name) => ({ kind, name }));

describe('removedTexts', () => {
  it.each<[string, Partial<DemoView>, string[]]>([
    ['nothing', {}, []],
    ['one connection', { connections: named('Lake') }, ['Lake, with all its data']],
    [
      'several connections',
      { connections: named('Shop', 'Lake', 'Drop folder') },
      ['Shop, Lake and Drop folder, with all their data'],
    ],
    [
      'other things, counted by kind',
      { removed: [...things('saved query', 'a', 'b'), ...things('tab', 'Welcome')] },
      ['2 saved queries', '1 tab'],
    ],
  ])('lists %s', (_, view, expected) => {
    expect(removedTexts({ ...EMPTY, ...view })).toEqual(expected);
  });
});

describe('keptTexts', () => {
  it('names each thing', () => {
    expect(keptTexts({ ...EMPTY, kept: [...things('saved query', 'Mine'), ...things('file', 'a.csv')] })).toEqual([
      'Saved query Mine',
      'File a.csv',
    ]);
  });
});
