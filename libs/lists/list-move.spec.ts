import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fieldMove, LIST_PAGE_ROWS, listMove } from './index.js';

const KEYS = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'];

describe('moving the choice of a list', () => {
  it.each([
    ['ArrowDown', { at: 0, count: 25 }, 1],
    ['ArrowDown', { at: 24, count: 25 }, 24],
    ['ArrowDown', { at: 24, count: 25, isCircular: true }, 0],
    ['ArrowDown', { at: -1, count: 25 }, 0],
    ['ArrowUp', { at: 24, count: 25 }, 23],
    ['ArrowUp', { at: 0, count: 25 }, 0],
    ['ArrowUp', { at: 0, count: 25, isCircular: true }, 24],
    ['ArrowUp', { at: -1, count: 25 }, 24],
    ['ArrowUp', { at: -1, count: 25, isCircular: true }, 24],
    ['PageDown', { at: 3, count: 25 }, 13],
    ['PageDown', { at: 20, count: 25, isCircular: true }, 24],
    ['PageDown', { at: -1, count: 25 }, LIST_PAGE_ROWS],
    ['PageUp', { at: 13, count: 25 }, 3],
    ['PageUp', { at: 4, count: 25, isCircular: true }, 0],
    ['PageUp', { at: -1, count: 25 }, 0],
    ['Home', { at: 13, count: 25 }, 0],
    ['End', { at: 13, count: 25 }, 24],
    ['ArrowDown', { at: 0, count: 1, isCircular: true }, 0],
    ['ArrowDown', { at: 0, count: 0, isCircular: true }, null],
    ['Enter', { at: 0, count: 25 }, null],
    ['constructor', { at: 0, count: 25 }, null],
  ])('%s at %j leads to %j', (key, position, expected) => {
    expect(listMove(key, position)).toBe(expected);
  });

  it.each([
    ['ArrowDown', 'ord', 24, 0],
    ['ArrowUp', '', 0, 24],
    ['PageDown', 'ord', 24, 24],
    ['Home', '', 13, 0],
    ['End', '', 13, 24],
    ['Home', 'ord', 13, null],
    ['End', ' ', 13, null],
    ['Enter', '', 13, null],
  ])('%s in a field with %j leads from %d to %j', (key, typed, at, expected) => {
    expect(fieldMove(key, typed, { at, count: 25 })).toBe(expected);
  });

  it('never leaves the list', () => {
    const positions = fc
      .nat(50)
      .chain((last) => fc.record({ at: fc.integer({ min: -1, max: last }), count: fc.constant(last + 1) }));
    fc.assert(
      fc.property(fc.constantFrom(...KEYS), positions, fc.boolean(), (key, position, isCircular) => {
        const to = listMove(key, { ...position, isCircular }) ?? -1;
        expect(to).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThan(position.count);
      }),
    );
  });
});
