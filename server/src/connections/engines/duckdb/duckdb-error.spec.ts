import { describe, expect, it } from '@jest/globals';
import { readDuckdbProblem, statementError, utf16Offset } from './duckdb-error.js';

const thrown = (fields: Record<string, string>, prefix = ''): Error => new Error(prefix + JSON.stringify(fields));

describe('readDuckdbProblem', () => {
  it('reads the JSON of the engine behind any prefix', () => {
    const error = thrown({ exception_type: 'Parser', exception_message: 'syntax', position: '3' }, 'Parser Error: ');
    expect(readDuckdbProblem(error)).toEqual({ type: 'Parser', message: 'syntax', offset: 3 });
  });

  it('takes plain text as it is, without the name of the error', () => {
    expect(readDuckdbProblem(new Error('IO Error: disk full'))).toEqual({
      type: 'IO',
      message: 'disk full',
      offset: null,
    });
    expect(readDuckdbProblem('odd')).toEqual({ type: '', message: 'odd', offset: null });
    expect(readDuckdbProblem(new Error('x {"exception_type" broken')).message).toBe('x {"exception_type" broken');
  });
});

describe('a text of error() that looks like the JSON of the engine', () => {
  it('is the message', () => {
    const text = '{"exception_type":"FATAL","exception_message":"database has been invalidated"}';
    expect(readDuckdbProblem(new Error(`Invalid Input Error: ${text}`))).toEqual({
      type: 'Invalid Input',
      message: text,
      offset: null,
    });
  });
});

describe('statementError', () => {
  it('counts a parser in code points and everything else in bytes', () => {
    const sql = "SELECT '😀é' x";
    const at = (type: string, offset: number): number | null =>
      statementError({ type, message: 'm', offset }, sql).position;
    expect(at('Parser', 12)).toBe(sql.indexOf('x') + 1);
    expect(at('Binder', 16)).toBe(sql.indexOf('x') + 1);
  });

  it('removes the frame of the workbench, and reports no position inside it', () => {
    const problem = { type: 'Binder', message: 'm', offset: 12 };
    expect(statementError(problem, 'SELECT nope', 5).position).toBe(8);
    expect(statementError(problem, 'SELECT nope', 13).position).toBeNull();
    expect(statementError(problem, 'short', 0).position).toBeNull();
  });

  it('keeps advice apart and drops the excerpt of the text', () => {
    const message = 'Table x does not exist!\nDid you mean "y"?';
    expect(statementError({ type: '', message, offset: null }, '')).toMatchObject({
      message: 'Table x does not exist!',
      hint: 'Did you mean "y"?',
    });
    const excerpt = { type: '', message: 'bad\n\nLINE 1: SELECT\n        ^', offset: null };
    expect(statementError(excerpt, '')).toMatchObject({ message: 'bad', hint: null });
  });
});

describe('utf16Offset', () => {
  it('is null inside a character and behind the text', () => {
    expect([0, 1, 2, 3, 4, 5].map((bytes) => utf16Offset('é€', bytes))).toEqual([0, null, 1, null, null, 2]);
    expect(utf16Offset('é', 3)).toBeNull();
  });
});
