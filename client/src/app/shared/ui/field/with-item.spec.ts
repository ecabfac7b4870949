import { describe, expect, it } from '@jest/globals';
import { withItem } from './with-item';

describe('withItem', () => {
  it('puts things into a set and takes them out', () => {
    expect([...withItem(new Set(['a']), 'b', true)]).toEqual(['a', 'b']);
    expect([...withItem(new Set(['a', 'b']), 'a', false)]).toEqual(['b']);
  });

  it('leaves the set itself as it was', () => {
    const set = new Set(['a']);
    withItem(set, 'b', true);
    expect([...set]).toEqual(['a']);
  });
});
