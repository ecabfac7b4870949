import { describe, expect, it } from '@jest/globals';
import { leavesState } from './leaves-state.js';
import { lossHint, lossMessage, rolledBackMessage } from './session-loss.js';
import type { SessionEnd } from './session-loss.js';

describe('the message for a lost session', () => {
  it.each([
    [true, true, 'The session was lost: its settings, temporary tables and the open transaction are gone.'],
    [true, false, 'The session was lost: its settings, temporary tables and the open transaction are gone.'],
    [false, true, 'The session was lost: its settings and temporary tables are gone.'],
    [false, false, null],
  ])('with a transaction %s, with state %s', (hasTransaction, hasState, message) => {
    expect(lossMessage('lost', { hasTransaction, hasState })).toBe(message);
  });
});

it.each([
  [
    true,
    false,
    'The session was closed because the database did not answer: its settings and temporary tables are gone, and the server decides the outcome of the open transaction.',
  ],
  [
    false,
    true,
    'The session was closed because the database did not answer: its settings and temporary tables are gone.',
  ],
  [false, false, null],
])('after giving up, with a transaction %s and state %s, says who decides', (hasTransaction, hasState, message) => {
  expect(lossMessage('given-up', { hasTransaction, hasState })).toBe(message);
});

it.each<[SessionEnd, boolean, boolean, string | null, RegExp]>([
  ['lost', true, true, null, /settings, temporary tables and the open transaction are gone\.$/],
  ['lost', true, true, 'Check it.', /: its settings and temporary tables are gone\. Check it\.$/],
  ['lost', false, false, 'Check it.', /^Check it\.$/],
  ['given-up', true, true, 'Check it.', /the server decides the outcome of the open transaction\.$/],
  ['given-up', false, false, 'Check it.', /^Check it\.$/],
])('under an error of a session that is %s (transaction: %s, state: %s) with the hint %j', (...given) => {
  const [end, hasTransaction, hasState, hint, expected] = given;
  expect(lossHint(end, { hasTransaction, hasState }, hint)).toMatch(expected);
});

describe('whether a statement may have left something in its session', () => {
  it.each<[string | null, string, boolean]>([
    ['SELECT', 'SELECT * FROM orders', false],
    ['SELECT', 'SELECT temp FROM weather', false],
    ['SELECT', "SELECT set_config('search_path', 'a', false)", true],
    ['SELECT', 'SELECT pg_advisory_lock(1)', true],
    ['SELECT', 'SELECT 1 AS a INTO TEMP t', true],
    ['SELECT', 'CREATE TEMP TABLE t AS SELECT 1', true],
    ['INSERT', 'INSERT INTO orders VALUES (1)', false],
    ['UPDATE', 'UPDATE orders SET a = 1', false],
    ['SET', 'SET search_path TO a', true],
    ['RESET', 'RESET ALL', true],
    ['CREATE TABLE', 'CREATE TEMP TABLE t (i int)', true],
    ['CREATE INDEX', 'CREATE INDEX ON t (i)', false],
    ['PREPARE', 'PREPARE p AS SELECT 1', true],
    ['LISTEN', 'LISTEN a', true],
    ['BEGIN', 'BEGIN', false],
    ['CREATE TABLE', 'CREATE TABLE t (temp int)', false],
    ['CREATE TABLE', 'CREATE TABLE pg_temp.t (i int)', true],
    ['COMMIT', 'COMMIT', false],
    ['DO', 'DO $$ BEGIN END $$', true],
    [null, 'PRAGMA foreign_keys = on', true],
  ])('%s: %s', (command, sql, isLeft) => {
    expect(leavesState(command, sql)).toBe(isLeft);
  });
});

it.each([
  [600_000, 'The open transaction was rolled back because it was idle for 10 minutes.'],
  [60_000, 'The open transaction was rolled back because it was idle for a minute.'],
  [null, 'The open transaction was rolled back because it was idle.'],
])('after %j ms says %s', (afterMs, message) => {
  expect(rolledBackMessage(afterMs)).toBe(message);
});
