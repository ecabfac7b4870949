import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { stepOffset, welcomeOf, welcomeText, WELCOMES } from './index.js';

describe.each(WELCOMES.map((welcome) => [welcome.tabId, welcome] as const))('the guided query %s', (_, welcome) => {
  const text = welcomeText(welcome);

  it('has four things to try, numbered from 1', () => {
    expect(welcome.steps.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  });

  it('names the keys of one statement and of all', () => {
    expect(text).toContain('Alt+Enter runs the statement at the cursor, Ctrl+Enter the selection or all statements.');
  });

  it('finds the statement of each step', () => {
    for (const { number, sql } of welcome.steps) {
      const at = stepOffset(text, number) ?? -1;
      expect(text.slice(at, at + sql.length)).toBe(sql);
    }
  });
});

describe('stepOffset', () => {
  it.each<[string, string, number, number | null]>([
    ['the first step', '-- Step 1. Run\nSELECT 1;', 1, 15],
    ['a later step', 'x\n-- Step 2. Run\nSELECT 1;', 2, 17],
    ['further comments and blank lines in between', '-- Step 1.\n-- more\n\n  SELECT 1', 1, 20],
    ['a step that was removed', '-- Step 1. Run\nSELECT 1;', 2, null],
    ['a step whose statement was removed', '-- Step 1. Run\n\n-- Step 2. Run\nSELECT 2;', 1, null],
    ['a step at the end without a statement', '-- Step 1. Run', 1, null],
    ['a step at the end with a line end', '-- Step 1. Run\n', 1, null],
    ['another number that begins alike', '-- Step 11. Run\nSELECT 1;', 1, null],
    ['an empty text', '', 1, null],
  ])('finds %s', (_, text, number, expected) => {
    expect(stepOffset(text, number)).toBe(expected);
  });

  it('answers the beginning of a line for any text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('-- Step 1.', '-- x', 'SELECT 1', '', ' '), { maxLength: 8 }), (lines) => {
        const text = lines.join('\n');
        const at = stepOffset(text, 1);
        expect(at === null || (at > 0 && text[at - 1] === '\n')).toBe(true);
      }),
    );
  });
});

describe('welcomeOf', () => {
  it('knows the tabs of guided queries alone', () => {
    expect(welcomeOf('demo-welcome-shop')?.connectionId).toBe('shop');
    expect(welcomeOf('0b9d')).toBeNull();
  });
});
