import { describe, expect, it } from '@jest/globals';
import { clientCommand } from './client-command.js';
import type { SqlDialect } from '../dialects/index.js';

describe('clientCommand', () => {
  it.each<[string, string, RegExp]>([
    ['\\d', '\\d', /Schema panel/],
    ['\\dt+ public.*', '\\dt+', /Schema panel/],
    ['\\l', '\\l', /Schema panel/],
    ['\\timing on', '\\timing', /time of each statement/],
    ["\\copy t FROM 'a.csv' CSV", '\\copy', /Export/],
    ['\\c other', '\\c', /connection of a tab/],
    ['\\i file.sql', '\\i', /in a tab/],
    ['\\set n 5', '\\set', /:name/],
    ['SELECT 1 \\gx', '\\gx', /semicolon/],
    ['SELECT 1 \\g', '\\g', /semicolon/],
    ['SELECT 1;\n  \\x\nSELECT 2', '\\x', /cell whole/],
    ['\\.', '\\.', /COPY/],
    ['\\q', '\\q', /Take the line out/],
    ['\\! ls', '\\!', /Take the line out/],
    ['\\watch 5', '\\watch', /semicolon/],
    ['\\password', '\\password', /ALTER ROLE/],
    ['COPY t FROM STDIN', 'COPY … FROM STDIN', /INSERT/],
    ['copy t (a, b) from stdin with (format csv)', 'COPY … FROM STDIN', /INSERT/],
    ['SELECT 1; /* x */ COPY t TO STDOUT', 'COPY … TO STDOUT', /Export|export/],
    ['COPY (SELECT 1) TO STDOUT (FORMAT csv)', 'COPY … TO STDOUT', /export/],
    // Postgres takes either word in either direction.
    ['COPY (DELETE FROM t RETURNING *) TO STDIN', 'COPY … TO STDOUT', /export/],
    ['COPY t FROM STDOUT', 'COPY … FROM STDIN', /INSERT/],
    ['COPY t FROM stdin;\n1\tx\n\\.\n', 'COPY … FROM STDIN', /INSERT/],
  ])('finds in %j', (text, command, hint) => {
    expect(clientCommand(text, 'postgres')).toMatchObject({ command, hint: expect.stringMatching(hint) });
  });

  it.each<[SqlDialect, string]>([
    ['postgres', 'SELECT 1'],
    ['postgres', "SELECT '\n\\d\n'"],
    ['postgres', "SELECT E'\\n \\d \n\\d'"],
    ['postgres', 'SELECT $$\n\\d\n$$'],
    ['postgres', '-- \\d\nSELECT 1'],
    ['postgres', '/*\n\\d\n*/ SELECT 1'],
    ['postgres', 'SELECT "\n\\d"'],
    ['postgres', "COPY t FROM '/tmp/stdin'"],
    ['postgres', "COPY (SELECT 1 FROM stdin) TO '/tmp/x'"],
    ['postgres', "COPY t TO PROGRAM 'cat'"],
    ['postgres', 'SELECT copy FROM stdin'],
    ['postgres', "COPY (SELECT 1 FROM stdout) TO '/tmp/x'"],
    ['postgres', 'SELECT 1 FROM a JOIN stdout ON true'],
    ['postgres', ''],
    ['duckdb', 'SELECT a\n  .upper()'],
    ['duckdb', 'SELECT .5; SELECT 1'],
    ['sqlite', "SELECT '.tables'"],
    ['sqlite', '-- .tables\nSELECT 1'],
  ])('finds nothing for %s in %j', (dialect, text) => {
    expect(clientCommand(text, dialect)).toBeNull();
  });

  it.each<[SqlDialect, string, string]>([
    ['sqlite', '.tables', '.tables'],
    ['sqlite', 'SELECT 1;\n.schema t', '.schema'],
    ['duckdb', '.mode csv', '.mode'],
    ['duckdb', '\\d', '\\d'],
  ])('finds for %s in %j the command %j', (dialect, text, command) => {
    expect(clientCommand(text, dialect)?.command).toBe(command);
  });

  it('returns the position of the command', () => {
    expect(clientCommand('SELECT 1;\n\\d t', 'postgres')?.offset).toBe(10);
    expect(clientCommand('SELECT 1;\n  COPY t FROM STDIN', 'postgres')?.offset).toBe(12);
  });
});
