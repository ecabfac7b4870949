import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from '@jest/globals';
import { IMAGES as DUCKDB } from './duckdb/images.js';
import { IMAGES as SQLITE } from './sqlite/images.js';

const database = new DatabaseSync(':memory:');
database.exec(`
  CREATE TABLE p (id INTEGER PRIMARY KEY, n, at DEFAULT CURRENT_TIMESTAMP);
  CREATE TABLE child (id INTEGER PRIMARY KEY, p REFERENCES p ON DELETE CASCADE);
  CREATE TABLE log (x);
  CREATE TABLE numbered (id INTEGER PRIMARY KEY AUTOINCREMENT, x);
  CREATE TABLE bare (id TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE INDEX by_n ON p (n);
  CREATE TRIGGER noting AFTER UPDATE ON p BEGIN INSERT INTO log VALUES (1); END;
  CREATE VIEW v AS SELECT * FROM p;
  CREATE TRIGGER taking INSTEAD OF DELETE ON v BEGIN DELETE FROM bare; END;
  CREATE TEMP TABLE mine (a)`);

describe('the plan of a statement on SQLite', () => {
  const planOf = (sql: string) =>
    SQLITE.planOf(
      database
        .prepare(SQLITE.explain(sql))
        .all()
        .map((row) => Object.values(row).map((cell) => (cell === null ? null : String(cell)))),
    );

  it.each([
    ['UPDATE p SET n = 1', ['log', 'p']],
    ['DELETE FROM p', ['child', 'p']],
    ['DELETE FROM log', ['log']],
    ['DELETE FROM v', ['bare']],
    ['REPLACE INTO p (id) VALUES (1)', ['child', 'p']],
    ['INSERT INTO bare VALUES (1) RETURNING id', ['bare']],
    ['WITH x AS (SELECT 1) INSERT INTO log SELECT * FROM x', ['log']],
  ])('names the tables of %s', (sql, tables) => {
    const { places, ...plan } = planOf(sql);
    expect(plan).toMatchObject({ obstacle: null, changesSchema: false, isOpaque: false });
    const found = database.prepare(SQLITE.tables(places)).all();
    expect(found.map((row) => row.tbl_name)).toEqual(tables);
  });

  it.each([
    ['UPDATE sqlite_sequence SET seq = 9', true],
    ['DELETE FROM sqlite_sequence', true],
    ["INSERT INTO sqlite_sequence VALUES ('numbered', 9)", true],
    ['INSERT INTO numbered (x) VALUES (1)', false],
    ['DELETE FROM numbered', false],
  ])('knows whether %s writes what the engine keeps for itself', (sql, isOpaque) => {
    expect(planOf(sql)).toMatchObject({ obstacle: null, isOpaque });
  });

  it.each([
    ['BEGIN', 'begins or ends a transaction'],
    ['COMMIT', 'begins or ends a transaction'],
    ['END', 'begins or ends a transaction'],
    ['SAVEPOINT a', 'savepoint'],
    ['RELEASE a', 'savepoint'],
    ['VACUUM', 'VACUUM runs outside'],
    ['PRAGMA journal_mode = DELETE', 'journal mode'],
    ['SELECT 1', 'writes nothing'],
    ['PRAGMA table_info(p)', 'writes nothing'],
    ['INSERT INTO mine VALUES (1)', 'writes nothing to the file'],
    ['CREATE TEMP TABLE other (a)', 'writes nothing to the file'],
  ])('refuses %s', (sql, words) => {
    expect(planOf(sql).obstacle).toContain(words);
  });

  it.each([
    ['CREATE TABLE other (a)', true, false],
    ['ALTER TABLE p ADD COLUMN z', true, false],
    ['DROP TABLE log', true, false],
    ['INSERT INTO log VALUES (1)', false, false],
    ['INSERT INTO p (id) VALUES (1)', false, true],
    ["UPDATE bare SET id = strftime('%s', 'now')", false, true],
  ])('%s: changes the schema %s, reads the clock %s', (sql, changesSchema, readsClock) => {
    expect(planOf(sql)).toMatchObject({ obstacle: null, changesSchema, readsClock });
  });
});

describe('the plan of a statement on DuckDB', () => {
  const planOf = (...names: string[]) => {
    const nodes = names.map((name) => ({ name, extra_info: name === 'SEQ_SCAN' ? { Table: '"a".main.t' } : {} }));
    return DUCKDB.planOf([['physical_plan', JSON.stringify([{ name: 'PROJECTION', children: nodes }])]]);
  };

  it.each([
    [['UPDATE', 'SEQ_SCAN'], { obstacle: null, changesSchema: false, places: ['"a".main.t'] }],
    [['MERGE_INTO', 'SEQ_SCAN', 'SEQ_SCAN'], { obstacle: null, places: ['"a".main.t'] }],
    [['BATCH_INSERT', 'SEQ_SCAN'], { obstacle: null, changesSchema: false, places: null }],
    [['DELETE'], { obstacle: null, places: [] }],
    [['BATCH_CREATE_TABLE_AS', 'SEQ_SCAN'], { obstacle: null, changesSchema: true }],
    [['ALTER'], { obstacle: null, changesSchema: true }],
    [['TRANSACTION'], { obstacle: expect.stringContaining('begins or ends a transaction') }],
    [['BATCH_COPY_TO_FILE', 'SEQ_SCAN'], { obstacle: expect.stringContaining('writes a file') }],
    [['SET'], { obstacle: expect.stringContaining('Only statements that write rows') }],
    [['SEQ_SCAN'], { obstacle: expect.stringContaining('Only statements that write rows') }],
  ])('with %s', (names, plan) => {
    expect(planOf(...names)).toMatchObject(plan);
  });

  it('looks for tables by names without quotes', () => {
    expect(DUCKDB.tables(['"a".main.t', `b."it's"`])).toContain(`IN ('a.main.t', 'b.it''s', '')`);
    expect(DUCKDB.tables([])).toContain(`IN ('')`);
    expect(DUCKDB.tables(null)).not.toContain(' IN ');
  });
});
