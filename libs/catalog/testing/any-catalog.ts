import fc from 'fast-check';
import type { Catalog, CatalogObject, Check, Column, ForeignKey, Index, ObjectShape, Table } from '../catalog.js';
import { compareTexts } from '../catalog-key.js';

/** Names that try to be something else: a line, a sentence, a qualified name, a YAML value, an object's own key. */
export const HOSTILE_NAMES: readonly string[] = [
  ...['orders', 'Order Items', 'größe', '表', '😀', 'a.b', 'a', 'b.c', '"q"', '""', '', ' lead', 'trail ', '\u00a0'],
  ...['x\ny', 'x\r\ny', '\t', '\u0000', '\u0085', '\u2028', '\u202egnp', 'a\u200bb', '\\n', '\\', '\ufeff', '\ud800'],
  ...['a; - table b', 'a → b', 'a, b', '[a]', '(a, b)', 'a: b', 'a:', '# c', '- d', '? e', '&f', '*g', '!h', '|', '>'],
  ...['true', 'No', 'null', '~', '123', '1e3', '0x1F', '2024-01-01', '.inf', '<<', '=', '---', '...', '%Y', '@at', '`'],
  ...['__proto__', 'constructor', 'toString', "o'clock", '{}', '{{x}}', '${y}', '<b>', 'y', 'off', 'public', 'FK x'],
];

const anyName = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('id', 'a', 'b', 'c', 'd') },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_NAMES) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
);
const anySchema = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('public', 'geo', 'a', 'a.b') }, anyName);
const anyType = fc.constantFrom('integer', 'bigint', 'numeric(12,2)', 'character varying(20)', '"s\n"."t"[]', 'yes');

const anyExpression = fc.constantFrom('0', "nextval('s'::regclass)", 'x; y', 'a\n + b', '');

const anyAction = fc.constantFrom('CASCADE', 'SET NULL (a)');

/** All facts, some or none: what is absent is written by leaving the key out. */
const anyKeyOptions = fc.record(
  {
    on_update: anyAction,
    on_delete: anyAction,
    deferrable: fc.constantFrom('initially immediate' as const, 'initially deferred' as const),
    match: fc.constantFrom('full' as const),
  },
  { requiredKeys: [] },
);

const anyForeignKey: fc.Arbitrary<ForeignKey> = fc
  .record({
    options: anyKeyOptions,
    pairs: fc.array(fc.tuple(anyName, anyName), { minLength: 1, maxLength: 3 }),
    schema: anySchema,
    name: anyName,
  })
  .map(({ pairs, schema, name, options }) => ({
    ...options,
    columns: pairs.map(([own]) => own),
    references: { schema, name, columns: pairs.map(([, referenced]) => referenced) },
  }));

const anyIndex: fc.Arbitrary<Index> = fc.record({ name: anyName, definition: fc.constantFrom('(a)', '(b)', 'x\ny') });

const anyCheck: fc.Arbitrary<Check> = fc.record({
  name: anyName,
  definition: fc.constantFrom('CHECK ((a > 0))', 'CHECK ((b\n> 0))'),
});

/** Columns placed by their names, so that the columns of two tables never stand in opposite orders. */
const anyColumns: fc.Arbitrary<Column[]> = fc
  .uniqueArray(
    fc.record(
      {
        ...{ name: anyName, type: anyType, nullable: fc.boolean(), default: anyExpression, generated: anyExpression },
        identity: fc.constantFrom('always' as const, 'by default' as const),
        collation: fc.constantFrom('public.ci', '"de-x-icu"'),
      },
      { requiredKeys: ['name', 'type', 'nullable'] },
    ),
    { selector: ({ name }) => name, maxLength: 6 },
  )
  .map((columns) =>
    columns
      .sort((a, b) => compareTexts(a.name, b.name))
      .map((column, index) => ({ ...column, position: index * 3 + 2 })),
  );

const anyTable: fc.Arbitrary<Table> = fc.record(
  {
    schema: anySchema,
    name: anyName,
    columns: anyColumns,
    primary_key: fc.uniqueArray(anyName, { maxLength: 3 }),
    foreign_keys: fc.array(anyForeignKey, { maxLength: 3 }),
    indexes: fc.array(anyIndex, { maxLength: 3 }),
    checks: fc.array(anyCheck, { maxLength: 2 }),
    partition_of: fc.record({ schema: anySchema, name: anyName }),
    extension: fc.constantFrom('postgis', 'a; b'),
    row_security: fc.constantFrom('on', 'on, forced', 'off, forced'),
  },
  { requiredKeys: ['schema', 'name', 'columns', 'primary_key', 'foreign_keys', 'indexes'] },
);

const anyObjectShape: fc.Arbitrary<ObjectShape> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('view' as const, 'materialized view' as const),
    definition: fc.constantFrom('SELECT 1', 'SELECT 2;\nx'),
  }),
  fc.record({ kind: fc.constant('enum' as const), labels: fc.uniqueArray(anyName, { maxLength: 4 }) }),
  fc.record(
    {
      ...{ kind: fc.constant('domain' as const), type: anyType, nullable: fc.boolean() },
      ...{ default: anyExpression, checks: fc.array(anyCheck, { maxLength: 2 }) },
    },
    { requiredKeys: ['kind', 'type', 'nullable', 'checks'] },
  ),
);

const anyObject: fc.Arbitrary<CatalogObject> = fc
  .record({ schema: anySchema, name: anyName, shape: anyObjectShape })
  .map(({ schema, name, shape }) => ({ schema, name, ...shape }));

const anyObjects = fc.uniqueArray(anyObject, {
  selector: ({ kind, schema, name }) => JSON.stringify([kind, schema, name]),
  maxLength: 4,
});

/** Any catalog, with hostile names, whose names are unique where the model says so. */
export const anyCatalog: fc.Arbitrary<Catalog> = fc.record({
  tables: fc.uniqueArray(anyTable, {
    selector: ({ schema, name }) => JSON.stringify([schema, name]),
    maxLength: 6,
  }),
  objects: anyObjects,
});

/** An equivalent catalog in another order: every list shuffled whose order carries no meaning. */
export function shuffledCatalog(catalog: Catalog): fc.Arbitrary<Catalog> {
  const tables = catalog.tables.map((table) =>
    fc
      .record({
        columns: shuffled(table.columns),
        foreign_keys: shuffled(table.foreign_keys.map(turned)),
        indexes: shuffled(table.indexes),
        checks: shuffled(table.checks ?? []),
      })
      .map((lists) => ({ ...table, ...lists })),
  );
  const objects = shuffled(catalog.objects ?? []);
  return fc.tuple(fc.tuple(...tables).chain(shuffled), objects).map(([list, others]) => {
    return { tables: list, objects: others };
  });
}

function shuffled<Item>(items: readonly Item[]): fc.Arbitrary<Item[]> {
  return fc.shuffledSubarray([...items], { minLength: items.length });
}

function turned({ columns, references, ...options }: ForeignKey): ForeignKey {
  return {
    ...options,
    columns: columns.toReversed(),
    references: { ...references, columns: references.columns.toReversed() },
  };
}
