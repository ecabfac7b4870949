import { describe, expect, it } from '@jest/globals';
import { discardTextOf } from './discard-text';

describe('discardTextOf', () => {
  it.each([
    [[], null],
    [['Nightly report'], 'Unsaved changes in Nightly report are lost.'],
    [['New job', 'New job'], 'Unsaved changes in New job are lost.'],
    [['Studio settings', 'New job'], 'Unsaved changes in Studio settings and New job are lost.'],
    [['A', 'B', 'C'], 'Unsaved changes in A, B and C are lost.'],
  ])('%j: %s', (names, text) => {
    expect(discardTextOf(names)).toBe(text);
  });
});
