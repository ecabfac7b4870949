import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ColumnKind, ResultColumn } from '../../api/index.js';
import type { SqlDialect } from '../../sql/index.js';
import { parquetCopyQuery, parquetNames, parquetTypesQuery } from './parquet-query.js';
import { parquetTypes } from './parquet-types.js';

const column = (kind: ColumnKind, type: string = kind, name = 'v'): ResultColumn => ({ name, type, kind, table: null });

describe('parquetTypes', () => {
  it.each<[SqlDialect, ColumnKind, string, string[]]>([
    ['postgres', 'integer', 'bigint', ['BIGINT', 'DECIMAL(38,0)']],
    ['duckdb', 'integer', 'HUGEINT', ['BIGINT', 'DECIMAL(38,0)']],
    ['postgres', 'decimal', 'numeric(18,4)', ['DECIMAL(18,4)']],
    ['duckdb', 'decimal', 'DECIMAL(38,10)', ['DECIMAL(38,10)']],
    ['postgres', 'decimal', 'numeric(1000,500)', []],
    ['postgres', 'decimal', 'numeric(3,5)', []],
    ['postgres', 'decimal', 'numeric(5,-2)', []],
    ['postgres', 'decimal', 'numeric', []],
    ['postgres', 'float', 'double precision', ['DOUBLE']],
    ['postgres', 'float', 'real', ['FLOAT', 'DOUBLE']],
    ['duckdb', 'float', 'FLOAT', ['FLOAT', 'DOUBLE']],
    ['sqlite', 'float', 'REAL', ['DOUBLE']],
    ['postgres', 'boolean', 'boolean', ['BOOLEAN']],
    ['postgres', 'date', 'date', ['DATE']],
    ['postgres', 'time', 'time without time zone', ['TIME']],
    ['postgres', 'timestamp', 'timestamp without time zone', ['TIMESTAMP']],
    ['postgres', 'timestamp', 'timestamp with time zone', ['TIMESTAMPTZ']],
    ['duckdb', 'timestamp', 'TIMESTAMP_NS', ['TIMESTAMP_NS']],
    ['postgres', 'uuid', 'uuid', ['UUID']],
    ['postgres', 'binary', 'bytea', ['BLOB']],
    ['postgres', 'json', 'jsonb', []],
    ['postgres', 'array', 'integer[]', []],
    ['postgres', 'text', 'text', []],
    ['postgres', 'other', 'interval', []],
    ['postgres', 'geometry', 'geometry', []],
  ])('gives in %s the kind %s of the type %s as %j', (dialect, kind, type, names) => {
    expect(parquetTypes(column(kind, type), dialect).map(({ name }) => name)).toEqual(names);
  });
});

describe('parquetNames', () => {
  it.each([
    [
      ['id', 'id', 'ID'],
      ['id', 'id_2', 'ID_3'],
    ],
    [
      ['', 'column_1', ''],
      ['column_1_2', 'column_1', 'column_3'],
    ],
    [
      ['a', 'A', 'a_2'],
      ['a', 'A_3', 'a_2'],
    ],
  ])('gives %j as %j', (names, unique) => {
    expect(parquetNames(names)).toEqual(unique);
  });

  it('never gives a name twice, whatever its case, and none that is empty', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('', 'a', 'A', 'a_2', 'A_2_2', 'column_1', 'column_2')), (names) => {
        const unique = parquetNames(names).map((name) => name.toLowerCase());
        expect(new Set(unique).size).toBe(names.length);
        expect(unique).not.toContain('');
      }),
    );
  });
});

describe('the statements for DuckDB', () => {
  const source = {
    file: 'rows.ndjson',
    columns: [column('integer', 'bigint', 'say "hi"'), column('text')],
    dialect: 'postgres',
    maxLineBytes: 1024,
  } as const;

  it('judge a column by all of its values', () => {
    const sql = parquetTypesQuery(source);
    expect(sql).toContain("THEN 'BIGINT'");
    expect(sql).toContain('maximum_object_size = 1024');
  });

  it('write columns by their place, under their names', () => {
    const sql = parquetCopyQuery(source, ['BIGINT', 'VARCHAR'], 'rows.parquet', 2048);
    expect(sql).toMatch(/^COPY \(SELECT CAST\(cells\[1\] AS BIGINT\) AS "say ""hi""",\s+cells\[2\] AS "v"\s/);
    expect(sql).toMatch(/TO 'rows\.parquet' \(FORMAT parquet, ROW_GROUP_SIZE 2048\)$/);
  });
});
