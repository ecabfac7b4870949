import { describe, expect, it } from '@jest/globals';
import { errorSample } from '../../../testing/run-samples';
import { errorExcerpt } from './error-excerpt';
import { errorOffset, positionAt, positionWithin, wordEnd } from './text-position';

describe('positionAt', () => {
  it.each([
    ['', 0, 1, 1],
    ['SELECT', 3, 1, 4],
    ['a\nbc', 2, 2, 1],
    ['a\nbc', 4, 2, 3],
    ['a\r\nb', 3, 2, 1],
    ['a\rb', 2, 2, 1],
    ['a\n\n\nb', 4, 4, 1],
    ['abc', 99, 1, 4],
    ['abc', -1, 1, 1],
  ])('finds %j at offset %d on line %d, column %d', (text, offset, line, column) => {
    expect(positionAt(text, offset)).toEqual({ line, column });
  });
});

describe('positionWithin', () => {
  it.each([
    [
      { line: 1, column: 1 },
      { line: 2, column: 5 },
      { line: 2, column: 5 },
    ],
    [
      { line: 3, column: 10 },
      { line: 1, column: 5 },
      { line: 3, column: 14 },
    ],
    [
      { line: 3, column: 10 },
      { line: 2, column: 5 },
      { line: 4, column: 5 },
    ],
  ])('from %j, %j is %j', (start, inside, whole) => {
    expect(positionWithin(start, inside)).toEqual(whole);
  });
});

describe('errorOffset', () => {
  it('adds where the sent text began in the tab', () => {
    const sent = { sql: 'SELECT a FORM b', offset: 40 };
    expect(errorOffset(errorSample({ position: 10 }), sent)).toBe(49);
  });

  it('stays within the sent text', () => {
    expect(errorOffset(errorSample({ position: 900 }), { sql: 'SELECT', offset: 40 })).toBe(46);
  });

  it.each([null, 0, -1])('finds no place for position %j', (position) => {
    expect(errorOffset(errorSample({ position }), { sql: 'x', offset: 0 })).toBeNull();
  });
});

describe('wordEnd', () => {
  it.each([
    ['FORM refunds', 0, 4],
    ['a FORM', 2, 6],
    ['), b', 0, 1],
    ['größe x', 0, 5],
    ['', 0, 1],
    ['a ', 1, 2],
  ])('ends the word of %j from %d at %d', (text, offset, end) => {
    expect(wordEnd(text, offset)).toBe(end);
  });
});

describe('errorExcerpt', () => {
  it('takes the line of the error apart', () => {
    const text = 'SELECT 1;\n  SELECT a FORM b;\nSELECT 2';
    expect(errorExcerpt(text, text.indexOf('FORM'))).toEqual({ before: 'SELECT a ', marked: 'FORM', after: ' b;' });
  });

  it('cuts a long line around the error', () => {
    const text = `${'x'.repeat(100)} FORM ${'y'.repeat(100)}`;
    const { before, marked, after } = errorExcerpt(text, 101);
    expect([before.startsWith('…x'), marked, after.endsWith('y…')]).toEqual([true, 'FORM', true]);
    expect(before.length + after.length).toBeLessThan(130);
  });

  it('marks a blank at the end of the text', () => {
    expect(errorExcerpt('SELECT', 6)).toEqual({ before: 'SELECT', marked: ' ', after: '' });
  });
});
