import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { SqlDialect } from './dialect.js';
import { withoutLiterals } from './without-literals.js';

const DIALECTS: readonly SqlDialect[] = ['postgres', 'duckdb', 'sqlite'];

describe('withoutLiterals', () => {
  it.each([
    ['SELECT pg_sleep(60)', 'SELECT pg_sleep(60)'],
    ["ALTER ROLE app PASSWORD 'secret'", "ALTER ROLE app PASSWORD '…'"],
    ["ALTER ROLE app PASSWORD 'it''s secret'", "ALTER ROLE app PASSWORD '…'"],
    ["ALTER ROLE app PASSWORD E'a\\'secret'", "ALTER ROLE app PASSWORD E'…'"],
    ["SELECT U&'secret', X'5ec2e7', N'secret'", "SELECT U&'…', X'…', N'…'"],
    ["SELECT 'a'\n 'secret'", "SELECT '…'\n '…'"],
    ['DO $$ BEGIN secret END $$', "DO '…'"],
    ["DO $do$ it's $$secret$$ $do$ LANGUAGE plpgsql", "DO '…' LANGUAGE plpgsql"],
    ['SELECT $1, a$b$c FROM "it\'s"', 'SELECT $1, a$b$c FROM "it\'s"'],
    ['SELECT 1 -- secret\n, 2 /* secret /* nested */ */ + 3', 'SELECT 1 , 2 + 3'],
    ['-- secret\nSELECT 1 -- secret', 'SELECT 1'],
    // Cut off in the middle.
    ["ALTER ROLE app PASSWORD 'sec", "ALTER ROLE app PASSWORD '…'"],
    ["ALTER ROLE app PASSWORD E'a\\'sec", "ALTER ROLE app PASSWORD E'…'"],
    ['DO $do$ sec', "DO '…'"],
    ['SELECT 1 /* sec', 'SELECT 1'],
    ['SELECT 1 -- sec', 'SELECT 1'],
    ['', ''],
  ])('%j becomes %j', (sql, text) => {
    expect(withoutLiterals(sql, 'postgres')).toBe(text);
  });

  it('keeps variables of SQLite, which have no dollar quotes', () => {
    expect(withoutLiterals("SELECT $name, 'x'", 'sqlite')).toBe("SELECT $name, '…'");
  });

  it('blanks out what a literal says in every dialect, wherever the text is cut off', () => {
    const secret = fc.string({
      unit: fc.constantFrom('s', 'S', '3', "'", '"', '\\', '$', '-', '/', '*', ' ', '\n'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(secret, fc.constantFrom(...DIALECTS), fc.nat(60), (text, dialect, length) => {
        const sql = `ALTER ROLE app PASSWORD '${text.replaceAll("'", "''")}'`.slice(0, length);
        expect("ALTER ROLE app PASSWORD '…'").toContain(withoutLiterals(sql, dialect));
      }),
    );
  });
});
