import { describe, expect, it, jest } from '@jest/globals';
import { ownError } from '../statement-error.js';
import { Installs } from './installs.js';

type Step = readonly [sql: string | null, command: string | null, hasTransaction: boolean];

/** How often is forgotten after each of the statements; a command of null is a failure. */
function forgotten(steps: readonly Step[]): number[] {
  const forget = jest.fn();
  const installs = new Installs({ forget });
  return steps.map(([sql, command, hasTransaction]) => {
    const error = ownError('refused');
    const outcome =
      command === null
        ? ({ status: 'failed', error, isSessionLost: false } as const)
        : ({ status: 'succeeded', command, affectedRows: null } as const);
    installs.follow(outcome, sql, hasTransaction);
    return forget.mock.calls.length;
  });
}

describe('Installs', () => {
  it.each<[string, Step[], number[]]>([
    ['a query', [['SELECT 1', 'SELECT', false]], [0]],
    ['a query that fails', [['SELECT 1/0', null, false]], [0]],
    ['an extension', [['CREATE EXTENSION dblink', 'CREATE EXTENSION', false]], [1]],
    ['a block', [['DO $$ $$', 'DO', false]], [1]],
    ['a procedure that fails behind a COMMIT of its own', [['/* x */ call p()', null, false]], [1]],
    ['what is not known', [[null, 'COPY', false]], [1]],
    [
      'a transaction that installs nothing',
      [
        ['BEGIN', 'BEGIN', true],
        ['UPDATE t SET a = 1', 'UPDATE', true],
        ['COMMIT', 'COMMIT', false],
      ],
      [0, 0, 0],
    ],
    [
      'a transaction that installs something',
      [
        ['BEGIN', 'BEGIN', true],
        ['CREATE EXTENSION dblink', 'CREATE EXTENSION', true],
        ['SELECT 1', 'SELECT', true],
        ['COMMIT', 'COMMIT', false],
        ['SELECT 1', 'SELECT', false],
      ],
      [0, 1, 1, 2, 2],
    ],
    [
      'a transaction that is followed by another one',
      [
        ['CREATE EXTENSION dblink', 'CREATE EXTENSION', true],
        ['COMMIT AND CHAIN', 'COMMIT', true],
      ],
      [1, 2],
    ],
    ['a transaction that was prepared', [["COMMIT PREPARED 'x'", 'COMMIT PREPARED', false]], [1]],
  ])('asks anew behind %s', (_, steps, expected) => {
    expect(forgotten(steps)).toEqual(expected);
  });
});
