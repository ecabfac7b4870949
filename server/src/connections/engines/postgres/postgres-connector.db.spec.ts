import { behavesLikeConnector, type EngineUnderTest } from '../testing/index.js';
import { createPostgresConnector } from './index.js';
import { configOf } from './testing/test-database.js';
import { TestCluster } from './testing/test-cluster.js';
import pg from 'pg';

const KNOWN_SQL = `
  CREATE SEQUENCE counter;
  SET check_function_bodies = off;
  CREATE FUNCTION write_by_function() RETURNS bigint LANGUAGE sql AS 'INSERT INTO known (id) VALUES (7) RETURNING id';
  CREATE TABLE known (id bigint PRIMARY KEY, name varchar(20), price numeric(12,2), seen timestamptz, tags text[]);
  INSERT INTO known VALUES
    (1, 'one', 1.50, '2024-02-29 12:00:00.000001+00', '{a,NULL,"b c"}'),
    (2, '', NULL, 'infinity', '{}'),
    (9223372036854775807, NULL, -0.01, NULL, NULL)`;

const engine: EngineUnderTest = {
  kind: 'postgres',
  product: /^PostgreSQL$/,
  isWritable: true,
  takesBatches: true,
  canGoAway: true,
  sql: {
    one: 'SELECT 1 AS one',
    noRows: 'SELECT 1 AS one WHERE false',
    series: (rows) => `SELECT n FROM generate_series(1, ${rows}) AS n`,
    twoColumnsOfOneName: 'SELECT 1 AS a, 2 AS a',
    nullAndEmpty: `SELECT NULL::text, ''`,
    text: (text) => `SELECT '${text}'`,
    longRunning: 'SELECT pg_sleep(120)',
    mistake: { sql: `SELECT '😀', FROM known`, position: 14 },
    missingTable: 'SELECT * FROM no_such_table',
    temporaryTable: { create: 'CREATE TEMP TABLE only_here AS SELECT 1 AS one', read: 'SELECT * FROM only_here' },
    write: {
      create: 'CREATE TABLE written (a integer)',
      insertTwo: 'INSERT INTO written VALUES (1), (2)',
      drop: 'DROP TABLE written',
    },
    readOnly: {
      refusal: /^cannot execute .* in a read-only transaction$/,
      writes: [
        'UPDATE written SET a = 1',
        'DELETE FROM written',
        'TRUNCATE written',
        'WITH x AS (INSERT INTO written VALUES (3) RETURNING a) SELECT * FROM x',
        'EXPLAIN ANALYZE INSERT INTO written VALUES (3)',
        'ALTER TABLE written ADD COLUMN b integer',
        'CREATE TABLE other (a integer)',
        'CREATE TEMP TABLE mine (a integer)',
        'SELECT * INTO other FROM written',
        'SELECT * FROM written FOR UPDATE',
        `SELECT nextval('counter')`,
        'SELECT write_by_function()',
        `DO $$ BEGIN INSERT INTO known (id) VALUES (7); END $$`,
      ],
      escapes: [
        ['SET default_transaction_read_only = off'],
        ['SET transaction_read_only = off'],
        ['SET TRANSACTION READ WRITE'],
        ['SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE'],
        [`SELECT set_config('default_transaction_read_only', 'off', false)`],
        ['BEGIN READ WRITE'],
        ['COMMIT'],
        ['COMMIT', 'BEGIN READ WRITE'],
        ['COMMIT AND CHAIN'],
        ['COMMIT; DELETE FROM written'],
        ['ROLLBACK; INSERT INTO written VALUES (3)'],
        ['DISCARD ALL'],
        ['PREPARE filling AS INSERT INTO written VALUES (3)', 'EXECUTE filling'],
        [`DO $$ BEGIN COMMIT; SET TRANSACTION READ WRITE; END $$`],
      ],
      count: 'SELECT count(*) FROM written',
      canMakeTemporaryTable: false,
    },
  },
  known: {
    schema: 'public',
    name: 'known',
    kind: 'table',
    columns: [
      { name: 'id', type: 'bigint', kind: 'integer' },
      { name: 'name', type: 'character varying(20)', kind: 'text' },
      { name: 'price', type: 'numeric(12,2)', kind: 'decimal' },
      { name: 'seen', type: 'timestamp with time zone', kind: 'timestamp' },
      { name: 'tags', type: 'text[]', kind: 'array' },
    ],
    select: 'SELECT * FROM known ORDER BY id',
    rows: [
      ['1', 'one', '1.50', '2024-02-29 12:00:00.000001+00', '{a,NULL,"b c"}'],
      ['2', '', null, 'infinity', '{}'],
      ['9223372036854775807', null, '-0.01', null, null],
    ],
  },
  open: async () => {
    const cluster = await TestCluster.create();
    await cluster.start();
    const client = new pg.Client({ connectionString: cluster.url });
    await client.connect();
    await client.query(KNOWN_SQL);
    await client.end();
    return {
      create: (context) => createPostgresConnector(configOf(cluster.url), context),
      goAway: () => cluster.stop(),
      comeBack: () => cluster.start(),
      dispose: () => cluster.dispose(),
    };
  },
};

behavesLikeConnector('postgres', engine);
