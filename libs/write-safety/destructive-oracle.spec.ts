import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { loadModule } from 'libpg-query';
import { destructiveFindings } from './destructive-findings.js';
import { DESTRUCTIVE_CASES } from './testing/destructive-cases.js';
import { kindsByPostgres } from './testing/postgres-oracle.js';

const kinds = (sql: string): string[] =>
  destructiveFindings(sql, 'postgres')
    .map(({ kind }) => kind)
    .sort();

/** Pieces that mislead a reader who does not know where comments, texts and names end. */
const SPACES = [' ', '\n', '\t', ' /* WHERE */ ', '/* /* x */ DELETE */', ' -- TRUNCATE\n'];
const CONDITIONS = [
  '',
  'WHERE id = 1',
  'WHERE true',
  "WHERE 'WHERE' = note",
  'WHERE 2 = 2',
  'WHERE (a OR 1=1)',
  'WHERE $1',
];
const COMMANDS = [
  'DELETE FROM "where"',
  'UPDATE t SET a = $$ WHERE $$',
  'DELETE FROM a.delete USING x',
  'UPDATE ONLY update SET b = (SELECT 1 WHERE true)',
];
const FRAMES = [
  '%',
  'EXPLAIN ANALYZE %',
  'EXPLAIN %',
  'EXPLAIN (ANALYZE, BUFFERS) %',
  'WITH delete AS (%) SELECT 1',
  'WITH a AS (SELECT 1), b AS (%) TABLE a',
  'PREPARE update AS %',
  'COPY (%) TO STDOUT',
  "SELECT E'\\'' ; % ; SELECT 1",
];

describe('beside the grammar of Postgres', () => {
  beforeAll(() => loadModule());

  it.each(DESTRUCTIVE_CASES.map(([sql]) => [sql]))('the same is found in %j', (sql) => {
    expect(kinds(sql)).toEqual(kindsByPostgres(sql));
  });

  it('the same is found in whatever is put together from misleading pieces', () => {
    const piece = (from: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...from);
    fc.assert(
      fc.property(
        piece(FRAMES),
        piece(COMMANDS),
        piece(CONDITIONS),
        piece(SPACES),
        (frame, command, condition, space) => {
          const returning = frame.startsWith('COPY') ? ' RETURNING 1' : '';
          const inner = `${command} ${condition}${returning}`.replaceAll(' FROM ', `${space}FROM${space}`);
          const sql = frame.replace('%', () => inner);
          expect(kinds(sql)).toEqual(kindsByPostgres(sql));
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
