import { describe, expect, it } from '@jest/globals';
import { MessageTooLarge } from './client/incoming-messages.js';
import { endsSession, statementError, utf16Position } from './statement-error.js';

describe('utf16Position', () => {
  it.each([
    ['select x', 8, 8],
    ['😀x', 2, 3],
    ['😀😀x', 3, 5],
    ['é x', 3, 3],
    ['ab', 3, 3],
    ['ab', 99, 3],
  ])('of %j turns character %d into code unit %d', (sql, position, expected) => {
    expect(utf16Position(sql, position)).toBe(expected);
  });

  it.each([0, -1, Number.NaN, 1.5])('knows no place for %d', (position) => {
    expect(utf16Position('select', position)).toBeNull();
  });
});

describe('statementError', () => {
  it('passes on everything that the server said', () => {
    const error = { severity: 'ERROR', message: 'm', code: '42601', detail: 'd', hint: 'h', position: '3' };
    expect(statementError(error, 'abc')).toEqual({
      message: 'm',
      sqlstate: '42601',
      position: 3,
      detail: 'd',
      hint: 'h',
    });
  });

  const values = ['a', 'since'].map((name) => ({ name, text: 'x', type: null }));
  it.each([
    [
      { code: '22P02', message: 'bad', where: "unnamed portal parameter $2 = '...'" },
      'the value of the parameter "since"',
    ],
    [{ code: '22007', message: 'schlecht', where: 'unbenanntes Portal, Parameter $1 = »...«' }, 'parameter "a"'],
    [{ code: '22P02', message: 'bad', where: 'SQL statement "SELECT $1::integer"' }, null],
    [{ code: '22P02', message: 'schlecht', where: 'SQL-Anweisung »SELECT $1«' }, null],
    [{ code: '42P18', message: 'could not determine data type of parameter $1' }, '$1 is the parameter "a"'],
    [{ code: '42P18', message: 'could not determine data type of parameter $3' }, null],
    [{ code: '22P02', message: 'bad' }, null],
  ])('names the parameter that %j is about', (error, detail) => {
    const reported = statementError({ severity: 'ERROR', ...error }, '', values).detail;
    if (detail === null) expect(reported).toBeNull();
    else expect(reported).toContain(detail);
  });

  it('names the column that a value is for', () => {
    const error = { severity: 'ERROR', code: '22P02', message: 'bad', where: "unnamed portal parameter $1 = 'x'" };
    const column = { name: 'price', text: 'x', type: null, isColumn: true };
    expect(statementError(error, '', [column]).detail).toBe('It is the value of the column "price".');
  });

  it.each([
    ['bind message supplies 0 parameters, but prepared statement "" requires 1', /^Write values/],
    ['bind message supplies 1 parameters, but prepared statement "" requires 0', /^PostgreSQL takes parameters in/],
  ])('says what to do after %j', (message, hint) => {
    expect(statementError({ severity: 'ERROR', code: '08P01', message }, '').hint).toMatch(hint);
  });

  it('cuts what the server quotes of a text of megabytes', () => {
    const long = 'x'.repeat(5_000_000);
    const { message, detail, hint } = statementError(
      { severity: 'ERROR', message: long, detail: long, hint: long },
      '',
    );
    expect([message, detail, hint].map((text) => [text?.length, text?.endsWith('…')])).toEqual(
      Array.from({ length: 3 }, () => [100_000, true]),
    );
  });

  it('takes no code of the operating system for an SQLSTATE', () => {
    const error = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    expect(statementError(error, '')).toMatchObject({ sqlstate: null, message: expect.stringContaining('lost') });
  });

  it('describes a row that is too large in its own words', () => {
    expect(statementError(new MessageTooLarge(2 ** 30), '').message).toMatch(/1024 MB.*256 MB/);
  });
});

describe('endsSession', () => {
  it.each([
    [{ severity: 'ERROR', code: '42601' }, false],
    [{ severity: 'ERROR', code: '57014' }, false],
    [{ severity: 'ERROR', code: '08P01' }, false],
    [{ severity: 'FATAL', code: '57P01' }, true],
    [{ severity: 'FATAL', code: '25P04' }, true],
    [{ severity: 'ERROR', code: '57P01' }, false],
    [{ severity: 'ERROR', code: '08001' }, false],
    [{ severity: 'FATAL', code: '25P03' }, true],
    [{ message: 'Connection terminated unexpectedly' }, true],
  ])('of %j is %s', (error, expected) => {
    expect(endsSession(error)).toBe(expected);
  });
});
