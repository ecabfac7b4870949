import { describe, expect, it } from '@jest/globals';
import { alterTableSql } from './alter-table.js';
import { createTableSql, designMistakes, emptyColumn } from './table-design.js';
import type { DesignColumn, TableDesign } from './table-design.js';

const column = (name: string, type: string, change: Partial<DesignColumn> = {}): DesignColumn => ({
  ...emptyColumn(name),
  type,
  ...change,
});
const design = (change: Partial<TableDesign> = {}): TableDesign => ({
  ...{ schema: 'My S', name: 'T "t', comment: '', checks: [] },
  columns: [column('id', 'bigint', { isInKey: true, isRequired: true })],
  ...change,
});
const there = (name: string, type: string, change: Partial<DesignColumn> = {}): DesignColumn =>
  column(name, type, { before: name, ...change });

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

  it('says what the engine cannot change', () => {
    const columns = before.columns.map((one) => (one.name === 'a' ? { ...one, type: 'text' } : one));
    const { steps, refusals } = alterTableSql(before, { ...before, columns, checks: ['a > 0'] }, 'sqlite');
    expect(steps).toEqual([]);
    expect(refusals).toEqual([
      'This engine cannot change type, default or NOT NULL of a. Create a new table.',
      'This engine cannot add CHECK (a > 0) to a table that is there. Create a new table.',
    ]);
    const unkeyed = before.columns.map((one) => ({ ...one, isInKey: one.name === 'a', isUnique: false }));
    expect(alterTableSql(before, { ...before, columns: unkeyed }, 'postgres').refusals).toHaveLength(2);
  });
});
