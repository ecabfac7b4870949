import fc from 'fast-check';
import type { Catalog, Column, ForeignKey, Index, Table } from '../catalog.js';
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

const anyForeignKey: fc.Arbitrary<ForeignKey> = fc
  .record({
    pairs: fc.array(fc.tuple(anyName, anyName), { minLength: 1, maxLength: 3 }),
    schema: anySchema,
    name: anyName,
  })
  .map(({ pairs, schema, name }) => ({
    columns: pairs.map(([own]) => own),
    references: { schema, name, columns: pairs.map(([, referenced]) => referenced) },
  }));

const anyIndex: fc.Arbitrary<Index> = fc.record({ name: anyName, definition: fc.constantFrom('(a)', '(b)', 'x\ny') });

/** Columns placed by their names, so that the columns of two tables never stand in opposite orders. */
const anyColumns: fc.Arbitrary<Column[]> = fc
  .uniqueArray(fc.record({ name: anyName, type: anyType, nullable: fc.boolean() }), {
    selector: ({ name }) => name,
    maxLength: 6,
  })
  .map((columns) =>
    columns
      .sort((a, b) => compareTexts(a.name, b.name))
      .map((column, index) => ({ ...column, position: index * 3 + 2 })),
  );

const anyTable: fc.Arbitrary<Table> = fc.record({
  schema: anySchema,
  name: anyName,
  columns: anyColumns,
  primary_key: fc.uniqueArray(anyName, { maxLength: 3 }),
  foreign_keys: fc.array(anyForeignKey, { maxLength: 3 }),
  indexes: fc.array(anyIndex, { maxLength: 3 }),
});

/** Any catalog, with hostile names, whose names are unique where the model says so. */
export const anyCatalog: fc.Arbitrary<Catalog> = fc
  .uniqueArray(anyTable, { selector: ({ schema, name }) => JSON.stringify([schema, name]), maxLength: 6 })
  .map((tables) => ({ tables }));

/** A catalog that says the same in another order: every list shuffled that carries no meaning. */
export function shuffledCatalog(catalog: Catalog): fc.Arbitrary<Catalog> {
  const tables = catalog.tables.map((table) =>
    fc.record({
      schema: fc.constant(table.schema),
      name: fc.constant(table.name),
      columns: shuffled(table.columns),
      primary_key: fc.constant(table.primary_key),
      foreign_keys: shuffled(table.foreign_keys.map(turned)),
      indexes: shuffled(table.indexes),
    }),
  );
  return fc.tuple(...tables).chain((all) => shuffled(all).map((list) => ({ tables: list })));
}

function shuffled<Item>(items: readonly Item[]): fc.Arbitrary<Item[]> {
  return fc.shuffledSubarray([...items], { minLength: items.length });
}

function turned({ columns, references }: ForeignKey): ForeignKey {
  return { columns: columns.toReversed(), references: { ...references, columns: references.columns.toReversed() } };
}
