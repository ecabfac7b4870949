import type { StatementsUnderTest } from '../../testing/index.js';

/** The statements of the conformance suite in DuckDB's words. */
export const duckdbStatements: StatementsUnderTest = {
  one: 'SELECT 1 AS one',
  noRows: 'SELECT 1 AS n WHERE false',
  series: (rows) => `SELECT range + 1 AS n FROM range(${rows})`,
  twoColumnsOfOneName: 'SELECT 1 AS a, 2 AS a',
  nullAndEmpty: "SELECT NULL AS n, '' AS e",
  text: (text) => `SELECT '${text}' AS t`,
  longRunning: 'SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range * b.range % 7 = 3',
  mistake: { sql: "SELECT '😀é', nope FROM range(1)", position: 15 },
  missingTable: 'SELECT * FROM no_such_table',
  temporaryTable: { create: 'CREATE TEMP TABLE mine AS SELECT 1 AS n', read: 'SELECT * FROM mine' },
  write: {
    create: 'CREATE TABLE written (n INTEGER)',
    insertTwo: 'INSERT INTO written VALUES (1), (2)',
    drop: 'DROP TABLE written',
  },
};
