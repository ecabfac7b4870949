import { describe, expect, it } from '@jest/globals';
import * as api from '@duckdb/node-api';
import { functionRule, functionsWith } from './known-functions.js';
import { StatementParser } from './statement-parser.js';

describe('the functions of the engine', () => {
  it('are all classified', async () => {
    const parser = await StatementParser.shared(api);
    expect([...(await parser.unclassified())]).toEqual([]);
  });

  it('are looked up without regard to case', () => {
    expect(functionRule('ENABLE_Logging')).toBe('engine');
    expect(functionRule('icu_collate_de_at')).toBe('harmless');
    expect(functionRule('my_own')).toBeNull();
  });

  it('that are refused are still functions of the engine', async () => {
    const instance = await api.DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const reader = await connection.runAndReadAll('SELECT DISTINCT lower(function_name) FROM duckdb_functions()');
    const names = new Set(reader.getRows().map(([name]) => name));
    connection.closeSync();
    instance.closeSync();
    const refused = functionsWith('engine', 'server', 'files', 'view-texts', 'setting');
    // The driver's build has no getenv; the command line's has.
    expect(refused.filter((name) => !names.has(name))).toEqual(['getenv']);
  });
});

describe('the parser', () => {
  it('shows what a query names and nothing of other statements', async () => {
    const parser = await StatementParser.shared(api);
    const tree = await parser.queryTree("SELECT lower(a) FROM s.t, range(3) WHERE b = current_setting('TimeZone')");
    expect([...(tree?.functions ?? [])].sort()).toEqual(['current_setting', 'lower', 'range']);
    expect([...(tree?.tables ?? [])]).toEqual(['s.t']);
    expect([...(tree?.settings ?? [])]).toEqual(['timezone']);
    for (const sql of ['INSERT INTO t VALUES (1)', 'SELECT 1; SELECT 2', 'SELECT (', 'PIVOT t ON a', '']) {
      expect({ sql, tree: await parser.queryTree(sql) }).toEqual({ sql, tree: null });
    }
  });

  it.each([
    ['SELECT a, count(*) OVER () FROM t', true],
    ['FROM t', true],
    ['SELECT a::INTEGER FROM t', true],
    ['SELECT my_macro(a) FROM t', true],
    ["FROM query('SELECT * FROM t')", true],
    ['SELECT DISTINCT a FROM t', true],
    ['WITH q AS (SELECT 1) SELECT * FROM t', true],
    ['SELECT 1', false],
    ['VALUES (1)', false],
    ['FROM range(3)', false],
    ['SELECT count(*), max(a) FROM t', false],
    ['SELECT a FROM t GROUP BY a', false],
    ['SELECT a FROM t GROUP BY ALL', false],
    ['SELECT a FROM t UNION ALL SELECT b FROM u LIMIT 3', false],
  ])('shows whether columns of %s may be those of a table: %s', async (sql, expected) => {
    const parser = await StatementParser.shared(api);
    expect((await parser.queryTree(sql))?.mayHaveSources).toBe(expected);
  });

  it.each([
    ["EXPORT DATABASE '/tmp/x'", 'refused'],
    ["EXPORT DATABASE other TO '/tmp/x'", 'refused'],
    ["IMPORT DATABASE '/tmp/x'", 'refused'],
    ["COMMENT ON TABLE t IS 'x'", 'missing'],
    ['USE main', 'prepared'],
    ['SELECT 1; SELECT 2', 'several'],
  ] as const)('says of %s alone that it is %s', async (sql, verdict) => {
    expect(await (await StatementParser.shared(api)).prepareAlone(sql)).toBe(verdict);
  });

  it('counts statements without preparing them', async () => {
    const parser = await StatementParser.shared(api);
    expect(await parser.countStatements('SELECT 1; EXPLAIN SELECT nope')).toBe(2);
    expect(await parser.countStatements("EXPLAIN EXPORT DATABASE 'x'")).toBeNull();
  });
});
