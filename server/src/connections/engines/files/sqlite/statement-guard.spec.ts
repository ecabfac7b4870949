import { describe, expect, it } from '@jest/globals';
import { sqliteRefusal } from './statement-guard.js';

describe('sqliteRefusal', () => {
  it.each([
    "ATTACH 'x' AS y",
    "attach database 'x' as y",
    "/* SELECT */ -- x\n ATTACH 'x' AS y",
    ";;ATTACH 'x' AS y",
    'DETACH y',
    "VACUUM INTO 'x'",
    "VACUUM/**/main/**/INTO 'x'",
    'PRAGMA journal_mode = WAL',
    'PRAGMA main.journal_mode=WAL',
    'PRAGMA "journal_mode"(WAL)',
    'PRAGMA [user_version] = 3',
    'PRAGMA temp_store_directory',
    'PRAGMA',
    'PRAGMA unknown_thing',
  ])('refuses %j', (sql) => {
    expect(sqliteRefusal(sql)).toMatch(/not allow/);
  });

  it.each([
    "SELECT 'ATTACH'",
    'SELECT attach FROM detach',
    'VACUUM',
    'PRAGMA table_info(x)',
    'PRAGMA main.table_info = x',
    'PRAGMA journal_mode',
    'PRAGMA foreign_keys = ON',
    'CREATE TABLE t (n)',
    '',
    '-- ATTACH',
  ])('lets %j pass', (sql) => {
    expect(sqliteRefusal(sql)).toBeNull();
  });
});
