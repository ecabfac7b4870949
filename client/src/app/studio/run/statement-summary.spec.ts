import { describe, expect, it } from '@jest/globals';
import type { StatementResult } from '#libs/api';
import { errorSample, statementSample } from '../../../testing/run-samples';
import { commandOf, commandSentence, excerptOf, hasChangedSchema, outcomeOf } from './statement-summary';

const noRows = { columns: null, rows: [], row_count: null } as const;

describe('hasChangedSchema', () => {
  it.each<[boolean, Partial<StatementResult>]>([
    [true, { command: 'CREATE TABLE' }],
    [true, { command: 'CREATE TABLE AS' }],
    [true, { command: 'ALTER TABLE' }],
    [true, { command: 'DROP SCHEMA' }],
    [true, { command: null, sql: '-- one\ndrop table a' }],
    [false, { command: 'SELECT' }],
    [false, { command: 'INSERT' }],
    [false, { command: 'CREATE TABLE', status: 'failed', error: errorSample() }],
  ])('is %s of %j', (hasChanged, change) => {
    expect(hasChangedSchema(statementSample(change))).toBe(hasChanged);
  });
});

describe('outcomeOf', () => {
  it.each<[string, Partial<StatementResult>]>([
    ['1 row', {}],
    ['0 rows', { rows: [], row_count: 0 }],
    ['48,219 rows', { row_count: 48_219, delivery: 'paged' }],
    ['1+ rows', { row_count: null, complete: false, delivery: 'paged' }],
    ['412,300+ rows', { row_count: null, rows: [], received_rows: 412_300, status: 'running', complete: false }],
    ['1+ rows', { row_count: null, status: 'running', complete: false }],
    ['Running', { row_count: null, rows: [], received_rows: 0, status: 'running', complete: false }],
    ['3 rows affected', { ...noRows, rows: [], command: 'INSERT', affected_rows: 3 }],
    ['1 row affected', { ...noRows, rows: [], command: 'DELETE', affected_rows: 1 }],
    ['Done', { ...noRows, rows: [], command: 'CREATE TABLE' }],
    ['Failed', { ...noRows, rows: [], status: 'failed', error: errorSample() }],
    ['Running', { ...noRows, rows: [], status: 'running' }],
    ['Not run', { ...noRows, rows: [], status: 'not_run' }],
    ['Cancelled', { ...noRows, rows: [], status: 'cancelled' }],
  ])('says %j', (text, change) => {
    expect(outcomeOf(statementSample(change))).toBe(text);
  });
});

describe('commandOf', () => {
  it.each([
    ['CREATE TABLE', 'CREATE TABLE', 'create table t()'],
    ['SELECT', null, 'select 1'],
    ['WITH', null, '  -- a remark\n/* more\n */ with x as (select 1) select 2'],
    ['SQL', null, '(select 1)'],
    ['SQL', null, ''],
  ])('is %s for tag %j of %j', (command, tag, sql) => {
    expect(commandOf({ command: tag, sql })).toBe(command);
  });
});

describe('commandSentence', () => {
  it('names the command and what it touched', () => {
    expect(commandSentence(statementSample({ command: 'INSERT', affected_rows: 3 }))).toBe('INSERT · 3 rows affected');
    expect(commandSentence(statementSample({ command: 'CREATE TABLE' }))).toBe('CREATE TABLE');
  });
});

describe('excerptOf', () => {
  it('is one line without the comments above it', () => {
    expect(excerptOf('-- newest first\nSELECT a,\n       b\nFROM t', 40)).toBe('SELECT a, b FROM t');
    expect(excerptOf('-- only a remark', 40)).toBe('-- only a remark');
  });

  it('ends with a line that has a comment', () => {
    expect(excerptOf('SELECT a\nFROM t -- WHERE :y\nORDER BY id', 60)).toBe('SELECT a FROM t -- WHERE :y …');
    expect(excerptOf('SELECT a\nFROM t -- all', 60)).toBe('SELECT a FROM t -- all');
  });

  it('is cut with an ellipsis', () => {
    expect(excerptOf('x'.repeat(50), 10)).toBe('xxxxxxxxx…');
  });
});
