import { describe, expect, it } from '@jest/globals';
import type { RowEffect } from './effect.js';
import { netEffects } from './net-effects.js';

type Cells = readonly [string, string] | null;

function effect(before: Cells, after: Cells): RowEffect {
  const kind = before === null ? 'insert' : after === null ? 'delete' : 'update';
  return { item: 0, kind, schema: 's', table: 't', columns: ['id', 'n'], before, after };
}

describe('netEffects', () => {
  it.each<[string, [Cells, Cells][], [Cells, Cells][]]>([
    [
      'two changes',
      [
        [
          ['1', 'a'],
          ['1', 'b'],
        ],
        [
          ['1', 'b'],
          ['1', 'c'],
        ],
      ],
      [
        [
          ['1', 'a'],
          ['1', 'c'],
        ],
      ],
    ],
    [
      'a change of another row',
      [
        [
          ['1', 'a'],
          ['1', 'b'],
        ],
        [
          ['2', 'b'],
          ['2', 'c'],
        ],
      ],
      [
        [
          ['1', 'a'],
          ['1', 'b'],
        ],
        [
          ['2', 'b'],
          ['2', 'c'],
        ],
      ],
    ],
    [
      'added and changed',
      [
        [null, ['1', 'a']],
        [
          ['1', 'a'],
          ['1', 'b'],
        ],
      ],
      [[null, ['1', 'b']]],
    ],
    [
      'added and removed',
      [
        [null, ['1', 'a']],
        [['1', 'a'], null],
      ],
      [],
    ],
    [
      'changed and removed',
      [
        [
          ['1', 'a'],
          ['1', 'b'],
        ],
        [['1', 'b'], null],
      ],
      [[['1', 'a'], null]],
    ],
    [
      'another key, and back',
      [
        [
          ['1', 'a'],
          ['2', 'a'],
        ],
        [
          ['2', 'a'],
          ['1', 'a'],
        ],
      ],
      [
        [
          ['1', 'a'],
          ['1', 'a'],
        ],
      ],
    ],
    [
      'removed, and another one added',
      [
        [['1', 'a'], null],
        [null, ['1', 'b']],
      ],
      [
        [['1', 'a'], null],
        [null, ['1', 'b']],
      ],
    ],
  ])('of %s', (_, effects, net) => {
    const found = netEffects(
      effects.map((pair) => effect(...pair)),
      () => ['id'],
    );
    expect(found).toEqual(net.map((pair) => effect(...pair)));
  });

  it('keeps rows apart whose edits exchange their keys', () => {
    const swap = [effect(['1', 'a'], ['2', 'a']), effect(['2', 'b'], ['1', 'b'])];
    expect(netEffects(swap, () => ['id'])).toEqual(swap);
    const later = [...swap, effect(['2', 'a'], ['2', 'c'])];
    expect(netEffects(later, () => ['id'])).toEqual([swap[1], effect(['1', 'a'], ['2', 'c'])]);
  });

  it('keeps rows without a key apart', () => {
    const twice = [effect(['1', 'a'], ['1', 'b']), effect(['1', 'b'], ['1', 'c'])];
    expect(netEffects(twice, () => [])).toEqual(twice);
  });
});
