import { beforeAll, describe, expect, it } from '@jest/globals';
import { loadModule, parseSync } from 'libpg-query';
import { rehearsalObstacle } from './rehearsal-obstacle.js';
import type { RehearsalObstacle, StatementTree } from './rehearsal-obstacle.js';

beforeAll(() => loadModule());

function obstacleIn(sql: string): RehearsalObstacle | null {
  const { stmts = [] } = parseSync(sql);
  return rehearsalObstacle((stmts[0]?.stmt ?? {}) as unknown as StatementTree);
}

describe('rehearsalObstacle', () => {
  it.each([
    ['begin', 'BEGIN'],
    ['start transaction', 'START TRANSACTION'],
    ['COMMIT', 'COMMIT'],
    ['end', 'COMMIT'],
    ['abort', 'ROLLBACK'],
    ['rollback to savepoint a', 'ROLLBACK TO SAVEPOINT'],
    ['savepoint a', 'SAVEPOINT'],
    ['release a', 'RELEASE SAVEPOINT'],
    [`prepare transaction 'a'`, 'PREPARE TRANSACTION'],
    [`commit prepared 'a'`, 'COMMIT PREPARED'],
    ['vacuum full orders', 'VACUUM'],
    ['create database x', 'CREATE DATABASE'],
    ['drop database x with (force)', 'DROP DATABASE'],
    ['drop tablespace x', 'DROP TABLESPACE'],
    ['alter system set work_mem = 1', 'ALTER SYSTEM'],
    ['alter subscription s disable', 'ALTER SUBSCRIPTION'],
    ['alter database a set tablespace b', 'ALTER DATABASE … SET TABLESPACE'],
    ['create index concurrently on t (i)', 'CREATE INDEX CONCURRENTLY'],
    ['create unique /* now */ index concurrently i on t (i)', 'CREATE UNIQUE INDEX CONCURRENTLY'],
    ['drop index concurrently i', 'DROP INDEX CONCURRENTLY'],
    ['reindex (verbose) database d', 'REINDEX DATABASE'],
    ['reindex table concurrently t', 'REINDEX … CONCURRENTLY'],
    ['reindex (concurrently) table t', 'REINDEX … CONCURRENTLY'],
    ['alter table t detach partition p concurrently', 'DETACH PARTITION … CONCURRENTLY'],
    ['cluster', 'CLUSTER'],
    ['cluster (verbose)', 'CLUSTER'],
    ['discard all', 'DISCARD ALL'],
    [`copy t from program 'rm'`, 'COPY … with a file or program of the server'],
    [`copy (select 1) to '/tmp/x'`, 'COPY … with a file or program of the server'],
    // More than forty words before the file: a reading of the first words did not get this far.
    [`copy t (${Array(50).fill('a').join(', ')}) from '/etc/passwd'`, 'COPY … with a file or program of the server'],
    [`copy t from E'/etc/passwd'`, 'COPY … with a file or program of the server'],
    ['copy t from stdin', 'COPY … FROM STDIN'],
    [`load 'x'`, 'LOAD'],
    ['checkpoint', 'CHECKPOINT'],
    [`select setval('orders_id_seq', 1)`, 'setval()'],
    [`select pg_catalog."setval"('s', 1, false)`, 'setval()'],
    [`update t set a = (select max(x) from (select setval('s', b) as x) as y)`, 'setval()'],
    [`with w as (select setval('s', 1)) insert into t select * from w`, 'setval()'],
    [`alter table t alter a type bigint using setval('s', a)`, 'setval()'],
    [`explain analyze select setval('s', 1)`, 'setval()'],
    ['select pg_terminate_backend(1)', 'pg_terminate_backend()'],
    [`select lo_export(1, '/tmp/x')`, 'lo_export()'],
    [`select pg_create_logical_replication_slot('a', 'b')`, 'pg_create_logical_replication_slot()'],
    [`select pg_drop_replication_slot('a')`, 'pg_drop_replication_slot()'],
    ['select pg_stat_reset_shared(null)', 'pg_stat_reset_shared()'],
  ])('names %s', (sql, name) => {
    expect(obstacleIn(sql)?.name).toBe(name);
  });

  it.each([
    'create index on t (i)',
    `select nextval('s'), currval('s'), own.setval(1), setvalue(1), "SETVAL"(1)`,
    `create view v as select setval('s', 1)`,
    `create function f() returns bigint begin atomic select setval('s', 1); end`,
    `select 'setval(1)', setval from t as setval`,
    'alter sequence s restart with 5',
    `comment on table t is 'vacuum; commit'`,
    'do $$ begin commit; end $$',
    'create function f() returns int begin atomic select 1; end',
    'create table "vacuum" (i int)',
    '-- commit',
    'analyze t',
    'alter database a connection limit 3',
    'alter table t detach partition p',
    'cluster t using i',
    'reindex table t',
    'copy t to stdout',
    'discard plans',
  ])('finds nothing in %s', (sql) => {
    expect(obstacleIn(sql)).toBeNull();
  });

  it('gives a full sentence for each', () => {
    for (const sql of ['commit', 'vacuum', 'copy t from stdin', 'cluster', 'drop index concurrently i']) {
      expect(obstacleIn(sql)?.hint).toMatch(/^[A-Z].*\.$/);
    }
  });
});
