import { describe, expect, it } from '@jest/globals';
import { rehearsalObstacles } from './rehearsal-obstacle.js';

describe('rehearsalObstacles', () => {
  it.each([
    ['begin', 'BEGIN'],
    ['start transaction', 'START TRANSACTION'],
    ['COMMIT', 'COMMIT'],
    ['end', 'END'],
    ['rollback to savepoint a', 'ROLLBACK'],
    ['savepoint a', 'SAVEPOINT'],
    ['prepare transaction $$a$$', 'PREPARE TRANSACTION'],
    ['commit prepared $$a$$', 'COMMIT PREPARED'],
    ['vacuum full orders', 'VACUUM'],
    ['create database x', 'CREATE DATABASE'],
    ['drop tablespace x', 'DROP TABLESPACE'],
    ['alter system set work_mem = 1', 'ALTER SYSTEM'],
    ['alter database a set tablespace b', 'ALTER DATABASE … SET TABLESPACE'],
    ['create index concurrently on t (i)', 'CREATE INDEX CONCURRENTLY'],
    ['create unique /* now */ index concurrently i on t (i)', 'CREATE UNIQUE INDEX CONCURRENTLY'],
    ['drop index concurrently i', 'DROP INDEX CONCURRENTLY'],
    ['reindex (verbose) database d', 'REINDEX DATABASE'],
    ['reindex table concurrently t', 'REINDEX … CONCURRENTLY'],
    ['alter table t detach partition p concurrently', 'DETACH PARTITION … CONCURRENTLY'],
    ['cluster', 'CLUSTER'],
    ['discard all', 'DISCARD ALL'],
    [`copy t from program 'rm'`, 'COPY … with a file or program of the server'],
    [`copy (select 1) to '/tmp/x'`, 'COPY … with a file or program of the server'],
    ['copy t from stdin', 'COPY … FROM STDIN'],
    ['\\d t', '\\d'],
  ])('names %s', (sql, name) => {
    expect(rehearsalObstacles(`SELECT 1; ${sql}`).map((found) => [found.name, found.offset])).toEqual([[name, 10]]);
  });

  it.each([
    'create index on t (i)',
    `comment on table t is 'vacuum; commit'`,
    'do $$ begin commit; end $$',
    'create function f() returns int begin atomic select 1; end',
    'create table "vacuum" (i int)',
    '-- commit',
    'cluster t using i',
    'reindex table t',
    '',
  ])('finds nothing in %s', (sql) => {
    expect(rehearsalObstacles(sql)).toEqual([]);
  });

  it('names all of them in their order', () => {
    const names = rehearsalObstacles('BEGIN; ALTER TABLE t ADD i int; VACUUM; COMMIT;').map(({ name }) => name);
    expect(names).toEqual(['BEGIN', 'VACUUM', 'COMMIT']);
  });
});
