import { beforeAll, describe, expect, it } from '@jest/globals';
import { loadModule, parseSync } from 'libpg-query';
import type { StatementTree } from '../sql/index.js';
import { postgresWrites } from './postgres-writes.js';
import { POSTGRES_WRITE_CASES } from './testing/write-cases.js';

beforeAll(loadModule);

function verdictOf(sql: string) {
  const { stmts = [] } = parseSync(sql) as { stmts?: { stmt?: unknown }[] };
  return postgresWrites((stmts[0]?.stmt ?? {}) as StatementTree);
}

describe('postgresWrites', () => {
  it.each(POSTGRES_WRITE_CASES)('judges %s', (sql, verdict) => {
    expect(verdictOf(sql)).toBe(verdict);
  });

  it('reads a chain of a thousand operators', () => {
    expect(verdictOf(`SELECT ${'1 + '.repeat(1_000)}nextval('s')`)).toBe('writes');
  });

  it('does not take the functions of other schemas for its own', () => {
    expect(verdictOf("SELECT app.nextval('s')")).toBe('reads');
  });
});
