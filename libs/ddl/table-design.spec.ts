import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from '@jest/globals';
import { alterTableSql } from './alter-table.js';
import type { TableDetails } from '../api/index.js';
import { createTableSql, designMistakes, designOf, emptyColumn } from './table-design.js';
import type { DesignColumn, DesignPart, TableDesign } from './table-design.js';

const column = (name: string, type: string, change: Partial<DesignColumn> = {}): DesignColumn => ({
  ...emptyColumn(name),
  type,
  ...change,
});
const design = (change: Partial<TableDesign> = {}): TableDesign => ({
  ...{ schema: 'My S', name: 'T "t', comment: '', checks: [], indexes: [], parts: [], keyName: null, keyOrder: [] },
  columns: [column('id', 'bigint', { isInKey: true, isRequired: true })],
  ...change,
});
const there = (name: string, type: string, change: Partial<DesignColumn> = {}): DesignColumn =>
  column(name, type, { before: name, ...change });

/** The columns of table `t` after the statements, in the engine. */
function inSqlite(names: readonly string[], statements: readonly string[]): Promise<string[]> {
  const database = new DatabaseSync(':memory:');
  for (const sql of [`CREATE TABLE t (${names.map((name) => `${name} int`).join(', ')})`, ...statements])
    database.exec(sql);
  return Promise.resolve(
    database
      .prepare('SELECT * FROM t')
      .columns()
      .map(({ name }) => name),
  );
}

async function inDuckdb(names: readonly string[], statements: readonly string[]): Promise<string[]> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  for (const sql of [`CREATE TABLE t (${names.map((name) => `${name} int`).join(', ')})`, ...statements])
    await connection.run(sql);
  const found = (await connection.run('SELECT * FROM t')).columnNames();
  connection.closeSync();
  instance.closeSync();
  return found;
}

describe('a designed table', () => {
  it('is created with its columns, keys, checks and comments', () => {
    const references = { schema: 'public', table: 'users', column: 'id' };
    const columns = [
      column('id', 'bigint', { isInKey: true, isRequired: true }),
      column('Who', 'bigint', { references, comment: "it's" }),
      column('mail', 'text', { isUnique: true, defaultSql: "''" }),
    ];
    expect(createTableSql(design({ columns, checks: ['length(mail) > 3', ' '], comment: 'People' }), 'postgres'))
      .toBe(`CREATE TABLE "My S"."T ""t" (
  id bigint NOT NULL,
  "Who" bigint,
  mail text DEFAULT '',
  PRIMARY KEY (id),
  FOREIGN KEY ("Who") REFERENCES public.users (id),
  UNIQUE (mail),
  CHECK (length(mail) > 3)
);

COMMENT ON TABLE "My S"."T ""t" IS 'People';
COMMENT ON COLUMN "My S"."T ""t"."Who" IS 'it''s';`);
  });

  it.each<[Partial<TableDesign>, string[]]>([
    [{}, []],
    [{ name: '', columns: [] }, ['Enter a name for the table.', 'Add a column.']],
    [{ columns: [column('', 'int')] }, ['Enter a name for each column.']],
    [{ columns: [column('a', 'int'), column('a', 'text')] }, ['Two columns are named a.']],
    [
      { columns: [column('a', 'int', { unknownTable: 'order' })] },
      ['Choose a table that a references: order was not found.'],
    ],
  ])('names what is missing: %j', (change, mistakes) => {
    expect(designMistakes(design(change))).toEqual(mistakes);
  });
});

describe('the way from a table to its design', () => {
  const before = design({
    columns: [
      there('id', 'bigint', { isInKey: true, isRequired: true }),
      there('a', 'int'),
      there('b', 'text', { defaultSql: "'x'", isUnique: true }),
      there('gone', 'date'),
    ],
  });

  it('is empty where nothing changed', () => {
    expect(alterTableSql(before, before, 'postgres')).toEqual({ steps: [], refusals: [] });
  });

  it('keeps values of renamed columns and marks what loses data', () => {
    const [id, a, b] = before.columns;
    if (!id || !a || !b) throw new Error('The design has three columns.');
    const columns = [
      id,
      { ...a, name: 'A', type: 'smallint', isRequired: true },
      { ...b, defaultSql: '', comment: 'B' },
      column('c', 'uuid', { isUnique: true }),
    ];
    const { steps, refusals } = alterTableSql(
      before,
      { ...before, columns, name: 'new', checks: ['c <> id'] },
      'postgres',
    );
    const at = 'ALTER TABLE "My S"."T ""t"';
    expect(steps.map(({ sql, losesData }) => `${losesData ? '! ' : ''}${sql}`)).toEqual([
      `! ${at} DROP COLUMN gone;`,
      `${at} RENAME COLUMN a TO "A";`,
      `! ${at} ALTER COLUMN "A" TYPE smallint USING CAST("A" AS smallint);`,
      `${at} ALTER COLUMN "A" SET NOT NULL;`,
      `${at} ALTER COLUMN b DROP DEFAULT;`,
      `COMMENT ON COLUMN "My S"."T ""t".b IS 'B';`,
      `${at} ADD COLUMN c uuid;`,
      `${at} ADD UNIQUE (c);`,
      `${at} ADD CHECK (c <> id);`,
      `${at} RENAME TO new;`,
    ]);
    expect(refusals).toEqual([]);
  });

  it.each<[string, Partial<DesignColumn>, Partial<DesignColumn>, string[]]>([
    [
      'drops a default that has no cast to a new type, and sets the new one behind it',
      { type: 'text', defaultSql: "'a'" },
      { type: 'integer', defaultSql: '0' },
      ['DROP DEFAULT', 'TYPE integer USING CAST(x AS integer)', 'SET DEFAULT 0'],
    ],
    [
      'drops a default before its type is another one',
      { type: 'text', defaultSql: "'a'" },
      { type: 'date', defaultSql: '' },
      ['DROP DEFAULT', 'TYPE date USING CAST(x AS date)'],
    ],
    ['replaces a default', { type: 'text', defaultSql: "'a'" }, { defaultSql: "'b'" }, ["SET DEFAULT 'b'"]],
    [
      'keeps the collation with another type',
      { type: 'character varying(10)', collation: '"C"' },
      { type: 'text' },
      ['TYPE text COLLATE "C" USING CAST(x AS text)'],
    ],
    [
      'has no collation for a type without one',
      { type: 'text', collation: 'a."B c"' },
      { type: 'bigint' },
      ['TYPE bigint USING CAST(x AS bigint)'],
    ],
  ])('%s', (_, from, to, expected) => {
    const was = design({ columns: [there('x', 'text', from)] });
    const wanted = design({ columns: [there('x', 'text', { ...from, ...to })] });
    expect(alterTableSql(was, wanted, 'postgres').steps.map(({ sql }) => sql)).toEqual(
      expected.map((change) => `ALTER TABLE "My S"."T ""t" ALTER COLUMN x ${change};`),
    );
  });

  it.each<[string, readonly (readonly [string | null, string])[], string[]]>([
    [
      'a circle',
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
      ['a TO a_1', 'b TO a', 'a_1 TO b'],
    ],
    [
      'a circle of three',
      [
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'a'],
      ],
      ['a TO a_1', 'c TO a', 'b TO c', 'a_1 TO b'],
    ],
    [
      'a row',
      [
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'd'],
      ],
      ['c TO d', 'b TO c', 'a TO b'],
    ],
    [
      'a column in front with the former name',
      [
        [null, 'a'],
        ['a', 'x'],
      ],
      ['a TO x', '+a'],
    ],
    [
      'a name of another case',
      [
        ['a', 'A'],
        ['b', 'b'],
      ],
      ['a TO A'],
    ],
    [
      'a name that is free in another case',
      [
        ['a', 'B'],
        ['b', 'x'],
      ],
      ['b TO x', 'a TO B'],
    ],
    [
      'a circle beside its temporary name',
      [
        ['a', 'b'],
        ['b', 'a'],
        ['A_1', 'A_1'],
      ],
      ['a TO a_2', 'b TO a', 'a_2 TO b'],
    ],
    ['a dropped name', [['b', 'a']], ['-a', 'b TO a']],
  ])('renames columns of %s in an order that SQLite and DuckDB take', async (_, columns, expected) => {
    const names = [...new Set(['a', ...columns.flatMap(([from]) => from ?? [])])];
    const was = design({ schema: 'main', name: 't', columns: names.map((name) => there(name, 'int')) });
    const wanted = columns.map(([from, name]) => column(name, 'int', { before: from }));
    for (const [dialect, takes] of [
      ['sqlite', inSqlite],
      ['duckdb', inDuckdb],
    ] as const) {
      const steps = alterTableSql(was, { ...was, columns: wanted }, dialect).steps.map(({ sql }) => sql);
      const short = steps.map((sql) =>
        sql.replace(/^ALTER TABLE (?:main\.)?t (?:RENAME COLUMN |(ADD|DROP) COLUMN )/, (_all, kind?: string) =>
          kind === undefined ? '' : kind === 'ADD' ? '+' : '-',
        ),
      );
      expect(short.map((sql) => sql.replace(/( int)?;$/, '').replaceAll('"', ''))).toEqual(expected);
      const found = await takes(names, steps);
      expect(found.sort()).toEqual(columns.map(([, name]) => name).sort());
    }
  });

  it('keeps the order of a key that gets a column', () => {
    const columns = ['a', 'b', 'c'].map((name) => there(name, 'int', { isInKey: name !== 'c' }));
    const was = design({ columns, keyName: 'k', keyOrder: ['b', 'a'] });
    expect(alterTableSql(was, was, 'postgres').steps).toEqual([]);
    const renamed = columns.map((one) => ({ ...one, name: one.name === 'b' ? 'B' : one.name, isInKey: true }));
    const { steps } = alterTableSql(
      was,
      { ...was, columns: [column('n', 'int', { isInKey: true }), ...renamed] },
      'postgres',
    );
    expect(steps.at(-1)?.sql).toBe('ALTER TABLE "My S"."T ""t" ADD PRIMARY KEY ("B", a, n, c);');
    expect(createTableSql(was, 'postgres')).toContain('PRIMARY KEY (b, a)');
  });

  it('says what the engine cannot change', () => {
    const columns = before.columns.map((one) => (one.name === 'a' ? { ...one, type: 'text' } : one));
    const { steps, refusals } = alterTableSql(before, { ...before, columns, checks: ['a > 0'] }, 'sqlite');
    expect(steps).toEqual([]);
    expect(refusals).toEqual([
      'This engine cannot change type, default or NOT NULL of a. Create a new table.',
      'This engine cannot add CHECK (a > 0) to a table that is there. Create a new table.',
    ]);
    const unkeyed = before.columns.map((one) => ({ ...one, isInKey: one.name === 'a', isUnique: false }));
    // A constraint without a name cannot be dropped, and this one comes from no engine that has names.
    expect(alterTableSql(before, { ...before, columns: unkeyed }, 'postgres').refusals).toHaveLength(2);
  });
});

describe('keys, constraints and indexes that are there', () => {
  const references = { schema: 'public', table: 'users', column: 'id' };
  const parts: DesignPart[] = [
    { kind: 'constraint', name: 'T u', definition: 'UNIQUE (a, b)' },
    { kind: 'constraint', name: 'low', definition: 'CHECK ((a > 0))' },
    { kind: 'index', name: 'by_b', definition: 'CREATE INDEX by_b ON "My S"."T ""t" USING btree (b)' },
  ];
  const before = design({
    ...{ keyName: 'T "t_pkey', keyOrder: ['id'], parts },
    columns: [
      there('id', 'bigint', { isInKey: true, isRequired: true }),
      there('a', 'int', { references, referenceName: 'a_fkey' }),
      there('b', 'text', { isUnique: true, uniqueName: 'b_key' }),
    ],
  });
  const at = 'ALTER TABLE "My S"."T ""t"';
  const column2 = (change: Partial<DesignColumn>) =>
    before.columns.map((one) => (one.name === 'a' ? { ...one, ...change } : one));
  const part = (place: number, definition: string | null) =>
    parts.flatMap((one, index) => (index !== place ? one : definition === null ? [] : { ...one, definition }));

  it.each<[string, Partial<TableDesign>, string[]]>([
    ['nothing', {}, []],
    ['a constraint is dropped', { parts: part(1, null) }, [`${at} DROP CONSTRAINT low;`]],
    ['an index is dropped', { parts: part(2, null) }, ['DROP INDEX "My S".by_b;']],
    [
      'a constraint has another text',
      { parts: part(0, 'UNIQUE (a, id)') },
      [`${at} DROP CONSTRAINT "T u";`, `${at} ADD CONSTRAINT "T u" UNIQUE (a, id);`],
    ],
    [
      'an index has another text',
      { parts: part(2, 'CREATE INDEX by_b ON "My S"."T ""t" (b, a);') },
      ['DROP INDEX "My S".by_b;', 'CREATE INDEX by_b ON "My S"."T ""t" (b, a);'],
    ],
    ['a text is emptied', { parts: part(1, ' ') }, [`${at} DROP CONSTRAINT low;`]],
    ['a foreign key is dropped', { columns: column2({ references: null }) }, [`${at} DROP CONSTRAINT a_fkey;`]],
    [
      'a foreign key has another target, and its column another name',
      { columns: column2({ name: 'A', references: { ...references, table: 'people' } }) },
      [
        `${at} DROP CONSTRAINT a_fkey;`,
        `${at} RENAME COLUMN a TO "A";`,
        `${at} ADD FOREIGN KEY ("A") REFERENCES public.people (id);`,
      ],
    ],
    [
      'a foreign key with rules has another target, which keeps them',
      { columns: column2({ references: { ...references, table: 'people' }, referenceRules: ' ON DELETE CASCADE' }) },
      [`${at} DROP CONSTRAINT a_fkey;`, `${at} ADD FOREIGN KEY (a) REFERENCES public.people (id) ON DELETE CASCADE;`],
    ],
    [
      'UNIQUE is dropped',
      { columns: before.columns.map((one) => ({ ...one, isUnique: false })) },
      [`${at} DROP CONSTRAINT b_key;`],
    ],
    [
      'a dropped column takes its constraint along',
      { columns: before.columns.slice(0, 2) },
      [`! ${at} DROP COLUMN b;`],
    ],
    [
      'the key has another column',
      { columns: before.columns.map((one) => ({ ...one, isInKey: one.name === 'b' })) },
      [`${at} DROP CONSTRAINT "T ""t_pkey";`, `${at} ADD PRIMARY KEY (b);`],
    ],
    [
      'the key is dropped',
      { columns: before.columns.map((one) => ({ ...one, isInKey: false })) },
      [`${at} DROP CONSTRAINT "T ""t_pkey";`],
    ],
    [
      'the column of the key is dropped and another one is the key',
      { columns: before.columns.slice(1).map((one) => ({ ...one, isInKey: one.name === 'b' })) },
      [`! ${at} DROP COLUMN id;`, `${at} ADD PRIMARY KEY (b);`],
    ],
    [
      'an index is new',
      {
        indexes: [
          { columns: ' b , Odd Name', isUnique: true },
          { columns: ' ,', isUnique: false },
        ],
      },
      [`CREATE UNIQUE INDEX "T ""t_b_Odd Name_idx" ON "My S"."T ""t" (b, "Odd Name");`],
    ],
  ])('%s', (_, change, expected) => {
    const { steps, refusals } = alterTableSql(before, { ...before, ...change }, 'postgres');
    expect(steps.map(({ sql, losesData }) => `${losesData ? '! ' : ''}${sql}`)).toEqual(expected);
    expect(refusals).toEqual([]);
  });

  it.each(['sqlite', 'duckdb'] as const)(
    'are dropped in %s where they are indexes, and refused otherwise',
    (dialect) => {
      const { steps, refusals } = alterTableSql(before, { ...before, parts: [] }, dialect);
      expect(steps.map(({ sql }) => sql)).toEqual(['DROP INDEX "My S".by_b;']);
      expect(refusals).toEqual([
        'This engine cannot drop UNIQUE (a, b) of a table that is there. Create a new table.',
        'This engine cannot drop CHECK ((a > 0)) of a table that is there. Create a new table.',
      ]);
    },
  );

  it('are the design of a table that is there, each once', () => {
    const table: TableDetails = {
      ...{ schema: 's', name: 't', kind: 'table', comment: null, estimated_rows: null, estimated_total_bytes: null },
      columns: ['a', 'b'].map((name) => ({
        ...{ name, type: 'int', kind: 'integer' as const, nullable: true, default: null, is_generated: false },
        ...{ identity: null, comment: null },
      })),
      primary_key: { name: 't_pkey', columns: ['a'] },
      unique_keys: [
        { name: 'u1', columns: ['b'] },
        { name: 'u2', columns: ['b'] },
        { name: 'u3', columns: ['a', 'b'] },
      ],
      foreign_keys: [
        { name: 'f1', columns: ['b'], references: { schema: 's', table: 'x', columns: ['id'] } },
        { name: 'f2', columns: ['a', 'b'], references: { schema: 's', table: 'x', columns: ['p', 'q'] } },
      ],
      indexes: ['t_pkey', 'u1', 'own'].map((name) => ({
        ...{ name, columns: ['lower(b)'], is_unique: false, is_primary: name === 't_pkey', is_valid: true },
        definition: null,
      })),
    };
    const found = designOf(table, 'postgres');
    expect(found.columns.map(({ uniqueName, referenceName }) => [uniqueName, referenceName])).toEqual([
      [null, null],
      ['u1', 'f1'],
    ]);
    expect(found.keyName).toBe('t_pkey');
    expect(found.parts).toEqual([
      { kind: 'constraint', name: 'u2', definition: 'UNIQUE (b)' },
      { kind: 'constraint', name: 'u3', definition: 'UNIQUE (a, b)' },
      { kind: 'constraint', name: 'f2', definition: 'FOREIGN KEY (a, b) REFERENCES s.x (p, q)' },
      { kind: 'index', name: 'own', definition: 'CREATE INDEX own ON s.t (lower(b))' },
    ]);
    expect(alterTableSql(found, found, 'postgres')).toEqual({ steps: [], refusals: [] });

    const ruled = { name: 'f1', definition: 'FOREIGN KEY (b) REFERENCES s.x(id) ON UPDATE CASCADE' };
    const [, b] = designOf({ ...table, constraints: [ruled] }, 'postgres').columns;
    expect(b).toMatchObject({ referenceName: 'f1', referenceRules: ' ON UPDATE CASCADE' });

    const constraints = ['t_pkey', 'u1', 'f1', 'f2', 'own'].map((name) => ({ name, definition: `AS ${name} IS` }));
    expect(designOf({ ...table, constraints }, 'postgres').parts).toEqual([
      { kind: 'constraint', name: 'f2', definition: 'AS f2 IS' },
      { kind: 'constraint', name: 'own', definition: 'AS own IS' },
    ]);
  });
});
