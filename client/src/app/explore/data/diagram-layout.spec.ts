import { describe, expect, it } from '@jest/globals';
import type { Neighbourhood } from '#libs/api';
import { diagramOf } from './diagram-layout';

const table = (name: string, count: number): Neighbourhood['tables'][number] => {
  const columns = Array.from({ length: count }, (_, n) => ({ name: `c${n}`, type: 'int', is_key: n === count - 1 }));
  return { schema: 'public', name, kind: 'table', distance: 0, columns };
};
const end = (name: string) => ({ schema: 'public', table: name, columns: ['id'] });

describe('diagramOf', () => {
  it('puts tables side by side without overlap, keys first, and every relation between them', () => {
    const relations = [
      { from: end('b'), to: end('a') },
      { from: end('b'), to: end('a') },
      { from: end('c'), to: end('c') },
    ];
    const { cards, edges, width, height } = diagramOf({
      tables: [table('a', 3), table('b', 12), table('c', 0)],
      relations,
      truncated: false,
    });
    expect(edges.map(({ path }) => path.startsWith('M'))).toEqual([true, true, true]);
    expect([cards[1]?.lines.length, cards[1]?.more, cards[1]?.lines[0]?.isKey]).toEqual([8, 4, true]);
    for (const [place, one] of cards.entries()) {
      expect(one.x >= 0 && one.y >= 0 && one.x + one.width <= width && one.y + one.height <= height).toBe(true);
      for (const other of cards.slice(place + 1)) {
        const isApart =
          one.x + one.width <= other.x ||
          other.x + other.width <= one.x ||
          one.y + one.height <= other.y ||
          other.y + other.height <= one.y;
        expect(isApart).toBe(true);
      }
    }
  });
});
