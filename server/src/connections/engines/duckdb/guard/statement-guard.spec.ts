import { describe, expect, it } from '@jest/globals';
import { readQueryTree } from './query-tree.js';
import {
  isHarmlessPragma,
  mayRunText,
  refusalOfQuery,
  refusalOfText,
  refusalOfType,
  StatementType,
} from './statement-guard.js';

const NONE: ReadonlySet<string> = new Set();

describe('refusalOfType', () => {
  it('allows only statements that read on files', () => {
    const { SELECT, SET, TRANSACTION, CREATE, DROP, INSERT } = StatementType;
    const passes = (type: number, sql: string): boolean => refusalOfType(type, sql, 'read-only-files') === null;
    expect(passes(SELECT, 'SELECT 1')).toBe(true);
    expect(passes(SET, 'SET VARIABLE a = 1')).toBe(true);
    expect(passes(SET, "-- Tokyo\nSET TimeZone = 'Asia/Tokyo'")).toBe(true);
    expect(passes(TRANSACTION, 'BEGIN')).toBe(true);
    expect(passes(SET, "SET schema = 'information_schema'")).toBe(false);
    expect(passes(CREATE, 'CREATE VIEW a AS SELECT 1')).toBe(false);
    expect(passes(DROP, 'DROP VIEW a')).toBe(false);
    expect(passes(INSERT, 'INSERT')).toBe(false);
    expect(passes(DROP, 'DEALLOCATE p')).toBe(true);
    expect(passes(DROP, 'DEALLOCATE p; DROP VIEW a')).toBe(false);
  });

  it('keeps settings within the session', () => {
    const { SET } = StatementType;
    expect(refusalOfType(SET, 'SET /* x */ GLOBAL a = 1', 'database')).toMatch(/other sessions/);
    expect(refusalOfType(SET, 'SET\u200BGLOBAL\u2060a = 1', 'database')).toMatch(/other sessions/);
    expect(refusalOfType(SET, 'SET SESSION a = 1', 'database')).toBeNull();
    expect(refusalOfType(SET, 'SET VARIABLE global = 1', 'database')).toBeNull();
  });

  it('refuses a type that it does not know', () => {
    expect(refusalOfType(99, 'X', 'database')).toMatch(/kind of statement/);
  });
});

describe('refusalOfText', () => {
  it.each([
    'CALL enable_logging()',
    'CALL "enable_logging"()',
    'CALL ENABLE_LOGGING\u200B()',
    'CALL enable_logging\u2060\n()',
    'CALL enable_logging/* ( */()',
    'CALL enable_logging--\n()',
    'CREATE VIEW v AS FROM enable_profiling()',
    "INSERT INTO t SELECT current_setting('x')",
    "INSERT INTO t SELECT 'x'.current_setting()",
    'INSERT INTO t SELECT path FROM duckdb_databases',
    "CREATE TABLE t AS FROM read_text('x')",
  ])('refuses %j', (sql) => {
    expect(refusalOfText(sql, 'database', NONE)).not.toBeNull();
  });

  it.each([
    'INSERT INTO t (enable_logging) VALUES (1)',
    'UPDATE t SET my_enable_logging = f(1)',
    'CREATE TABLE my_read_text (a INTEGER)',
    'INSERT INTO pg_settings_copy VALUES (1)',
  ])('allows %j', (sql) => {
    expect(refusalOfText(sql, 'database', NONE)).toBeNull();
  });

  it.each([
    ['SET VARIABLE v = (FROM information_schema.views)', false],
    ['SET VARIABLE v = (FROM information_schema . "VIEWS")', false],
    ['SET VARIABLE v = (FROM information_schema.\u2060views)', false],
    ['SET VARIABLE v = (FROM information_schema./* */views)', false],
    ['SET VARIABLE v = (FROM information_schema.--\rviews\n)', false],
    ['PIVOT views ON day', true],
    ['PIVOT visits ON views -- of a page', true],
    ['PIVOT pages ON day USING sum(pages.views)', true],
    ['SET VARIABLE v = (FROM main."views")', true],
    ["SET VARIABLE v = (FROM query('FROM information_' || 'schema.views'))", false],
    ['SET VARIABLE v = (SELECT sum(page_views) FROM main.views_of_pages)', true],
  ])('allows %j in a folder: %j', (sql, isAllowed) => {
    expect(refusalOfText(sql, 'read-only-files', NONE) === null).toBe(isAllowed);
  });

  it('refuses a function of the engine that is not classified', () => {
    expect(refusalOfText('CALL brand_new()', 'database', new Set(['brand_new']))).toMatch(/not classified/);
  });
});

describe('mayRunText', () => {
  it.each(['FROM query(x)', 'FROM "query" /* */ (x)', 'FROM system.main.query\n(x)', 'FROM query\u200B(x)'])(
    'finds %j',
    (sql) => {
      expect(mayRunText(sql)).toBe(true);
    },
  );

  it.each(['INSERT INTO logs (query) VALUES (1)', 'UPDATE t SET query = (SELECT 1)', 'CREATE TABLE my_query (a INT)'])(
    'finds nothing in %j',
    (sql) => {
      expect(mayRunText(sql)).toBe(false);
    },
  );
});

describe('isHarmlessPragma', () => {
  it.each(["PRAGMA table_info('t')", 'pragma version;', '-- which\nPRAGMA show_tables', 'PRAGMA storage_info(t)'])(
    'allows %j',
    (sql) => {
      expect(isHarmlessPragma(sql)).toBe(true);
    },
  );

  it.each([
    "PRAGMA import_database('x')",
    'PRAGMA database_list',
    "PRAGMA table_info('t'); SELECT 1",
    'PRAGMA\u200Bversion',
    '-- x\rPRAGMA y\nPRAGMA version',
    'PRAGMA version()',
  ])('refuses %j', (sql) => {
    expect(isHarmlessPragma(sql)).toBe(false);
  });
});

describe('refusalOfQuery', () => {
  const call = (name: string, ...children: object[]): object => ({ type: 'FUNCTION', function_name: name, children });
  const text = (value: string): object => ({ type: 'VALUE_CONSTANT', value: { value } });
  const from = (schema_name: string, table_name: string): object => ({ type: 'BASE_TABLE', schema_name, table_name });
  const refusal = (node: object, scope: 'database' | 'read-only-files' = 'database'): string | null =>
    refusalOfQuery(readQueryTree({ node }), scope, NONE);

  it('refuses functions wherever they stand in the tree', () => {
    expect(refusal(call('lower', call('WRITE_LOG')))).toMatch(/changes how/);
    expect(refusal({ type: 'TABLE_FUNCTION', function: call('read_text') })).toMatch(/reads files/);
    expect(refusal({ type: 'TABLE_FUNCTION', function: call('read_text') }, 'read-only-files')).toBeNull();
  });

  it('allows settings by name', () => {
    expect(refusal(call('current_setting', text('TimeZone')))).toBeNull();
    expect(refusal(call('current_setting', text('temp_directory')))).toMatch(/paths or settings/);
    expect(refusal(call('current_setting', call('lower', text('TIMEZONE'))))).toMatch(/paths or settings/);
  });

  it('refuses views that show paths', () => {
    expect(refusal(from('', 'duckdb_databases'))).toMatch(/This view/);
    expect(refusal(from('information_schema', 'views'))).toBeNull();
    expect(refusal(from('information_schema', 'views'), 'read-only-files')).toMatch(/This view/);
    expect(refusal(from('', 'views'), 'read-only-files')).toBeNull();
  });

  it('finds the texts that a query runs', () => {
    const constant = readQueryTree({ type: 'TABLE_FUNCTION', function: call('query', text('SELECT 1')) });
    expect(constant.innerQueries).toEqual(['SELECT 1']);
    const computed = readQueryTree({
      type: 'TABLE_FUNCTION',
      function: call('query', call('||', text('a'), text('b'))),
    });
    expect(computed.hasComputedSql).toBe(true);
  });
});
