import { describe, expect, it } from '@jest/globals';
import { findLayout, isColumnLayouts, layoutShape, withLayout } from './column-layout.js';
import type { ColumnLayout } from './column-layout.js';

const place = (index: number, change = {}) => ({ index, width: 100, isShown: true, isPinned: false, ...change });
const layout = (shape: string, ...columns: ReturnType<typeof place>[]): ColumnLayout => ({ shape, columns });

describe('layoutShape', () => {
  it('differs by names, types and their order', () => {
    const [a, b] = [
      { name: 'a', type: 'int' },
      { name: 'b', type: 'text' },
    ] as const;
    const shapes = [[a, b], [b, a], [a], [{ ...a, type: 'text' }, b], [{ name: 'a","int"],["b', type: 'text' }]];
    expect(new Set(shapes.map(layoutShape)).size).toBe(shapes.length);
  });

  it('is none of a very wide result', () => {
    expect(layoutShape(Array.from({ length: 201 }, () => ({ name: 'a', type: 'int' })))).toBeNull();
  });
});

describe('withLayout', () => {
  it('replaces the layout of a shape and puts it first', () => {
    const layouts = withLayout([layout('a', place(0)), layout('b', place(0))], layout('b', place(0, { width: 7 })));
    expect(layouts).toEqual([layout('b', place(0, { width: 7 })), layout('a', place(0))]);
  });

  it('forgets the oldest of more than five', () => {
    let layouts: ColumnLayout[] = [];
    for (const shape of 'abcdefg') layouts = withLayout(layouts, layout(shape));
    expect(layouts.map(({ shape }) => shape)).toEqual(['g', 'f', 'e', 'd', 'c']);
  });
});

describe('findLayout', () => {
  const good = layout('a', place(1, { isPinned: true }), place(0, { isShown: false }));
  it.each<[string, ColumnLayout, ColumnLayout | null]>([
    ['each column once', good, good],
    ['another shape', layout('b', place(0), place(1)), null],
    ['fewer columns', layout('a', place(0)), null],
    ['a column twice', layout('a', place(0), place(0)), null],
    ['a column that is none', layout('a', place(0), place(2)), null],
    ['no column that is shown', layout('a', place(0, { isShown: false }), place(1, { isShown: false })), null],
  ])('of %s', (_, stored, expected) => {
    expect(findLayout([stored], 'a', 2)).toBe(expected);
  });
});

describe('isColumnLayouts', () => {
  it.each([
    [[], true],
    [[layout('a', place(0))], true],
    [null, false],
    [{}, false],
    [[null], false],
    [[{ shape: 'a' }], false],
    [[layout('a', place(0.5))], false],
    [[layout('a', place(0, { width: 0 }))], false],
    [[layout('a', place(0, { width: null }))], false],
    [[layout('a', place(0, { isPinned: 'left' }))], false],
  ])('of %j is %s', (value, expected) => {
    expect(isColumnLayouts(value)).toBe(expected);
  });
});
