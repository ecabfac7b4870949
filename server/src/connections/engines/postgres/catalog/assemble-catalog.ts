import { canonicalObject, canonicalTable, compareTexts, objectKey } from '#libs/catalog';
import type { Check, Column, ForeignKey, Index, TableName } from '#libs/catalog';
import type { ReadObject, ReadTable } from '../../catalog-reader.js';
import type { CatalogRow } from '../introspection/catalog-client.js';
import { arrayItems } from './array-items.js';
import { CatalogObjects } from './catalog-objects.js';
import { foreignKeyOptions } from './foreign-key-options.js';
import { NO_ROW, RowStore } from './row-store.js';

/** Where in the store the rows of one table lie. */
interface Parts extends TableName {
  readonly objectId: string;
  columns: number;
  /** The last of its primary and foreign keys. */
  keys: number;
  /** The last of its indexes. */
  indexes: number;
  /** The last of its columns that have an expression. */
  expressions: number;
  /** The id of the table that it is a partition of; empty for none, like `extension`. */
  readonly parentId: string;
  readonly extension: string;
  readonly rowSecurity: string;
  /** Collations of columns by the columns' numbers. */
  readonly collations: Map<string, string>;
}

/** A table's columns, by their places in these lists. */
interface ReadColumns {
  readonly numbers: readonly string[];
  readonly names: readonly string[];
}

/**
 * Takes a reading's rows as they arrive, and puts tables together one at a time during the iteration: so much
 * text is small, so many objects are not. Tables come ordered by schema and name, each in canonical form. Rows about
 * tables are taken before those about their columns, and these before those about keys, checks and expressions.
 */
export class CatalogAssembly implements Iterable<ReadTable> {
  readonly #rows = new RowStore();
  readonly #tables = new Map<string, Parts>();
  /** Those that keys point at although they are not watched. */
  readonly #others = new Map<string, Parts>();
  readonly #unknownTargets = new Set<string>();
  /** Ids and modifiers of the columns' types. */
  readonly #usedTypes = new Set<string>();
  readonly #types = new Map<string, string>();
  readonly #notNullDomains = new Set<string>();
  /** Where the last check of a table or domain is, by its id. */
  readonly #checks = new Map<string, number>();
  readonly #objects = new CatalogObjects();
  #tableCount = 0;

  /** Tables whose defaults, checks and indexes are not read, by id. */
  constructor(private readonly locked: ReadonlySet<string> = new Set()) {}

  readonly takeView = this.#objects.takeView;
  readonly takeLabel = this.#objects.takeLabel;
  readonly takeDomain = this.#objects.takeDomain;

  /** Without partitions and tables of extensions. */
  get tableCount(): number {
    return this.#tableCount;
  }

  /** Whether a table is there whose defaults, checks and indexes are not read. */
  get hasLocked(): boolean {
    return [...this.locked].some((id) => this.#tables.has(id));
  }

  /** Views, enums and domains, ordered by kind, schema and name, in canonical form. */
  get objects(): ReadObject[] {
    const all = this.#objects.objects((id) => this.#checksOf(id));
    const keyed = all.map(({ object, objectId }) => ({
      key: objectKey(object),
      read: { object: canonicalObject(object), objectId },
    }));
    return keyed.sort((a, b) => compareTexts(a.key, b.key)).map(({ read }) => read);
  }

  /** The ids of tables that keys point at and that were not read. */
  get unknownTargets(): string[] {
    return [...this.#unknownTargets];
  }

  /** The types of all columns, each once: a list of ids, and one of their modifiers. */
  get columnTypes(): [ids: string[], modifiers: string[]] {
    const pairs = Array.from(this.#usedTypes, (pair) => pair.split(' '));
    return [pairs.map(([id]) => text(id)), pairs.map(([, modifier]) => text(modifier))];
  }

  readonly takeTable = ([id, schema, name, parentId, extension, security]: CatalogRow): void => {
    const membership = { parentId: text(parentId), extension: text(extension), rowSecurity: text(security) };
    this.#tables.set(text(id), { ...partsOf(text(id), { schema: text(schema), name: text(name) }), ...membership });
    if (membership.parentId === '' && membership.extension === '') this.#tableCount += 1;
  };

  readonly takeOther = ([id, schema, name, ...columns]: CatalogRow): void => {
    const parts = partsOf(text(id), { schema: text(schema), name: text(name) });
    this.#others.set(text(id), { ...parts, columns: this.#rows.add([id ?? '', ...columns]) });
  };

  readonly takeColumns = (row: CatalogRow): void => {
    const parts = this.#tables.get(text(row[0]));
    if (parts === undefined) return;
    parts.columns = this.#rows.add(row);
    const modifiers = arrayItems(text(row[4]));
    arrayItems(text(row[3])).forEach((id, place) => this.#usedTypes.add(`${id} ${modifiers[place] ?? ''}`));
  };

  readonly takeType = ([id, modifier, name, isOfPublic]: CatalogRow): void => {
    const shown = isOfPublic === 't' ? text(name).replace(/^public\./, '') : text(name);
    this.#types.set(`${text(id)} ${text(modifier)}`, shown);
  };

  readonly takeNotNullDomain = ([id]: CatalogRow): void => {
    this.#notNullDomains.add(text(id));
  };

  readonly takeKey = (row: CatalogRow): void => {
    const parts = this.#tables.get(text(row[0]));
    if (parts === undefined) return;
    parts.keys = this.#rows.add(row, parts.keys);
    if (row[1] === 'f' && !this.#tables.has(text(row[3]))) this.#unknownTargets.add(text(row[3]));
  };

  readonly takeIndex = (row: CatalogRow): void => {
    const parts = this.#tables.get(text(row[0]));
    if (parts !== undefined) parts.indexes = this.#rows.add(row, parts.indexes);
  };

  readonly takeExpression = (row: CatalogRow): void => {
    const parts = this.#tables.get(text(row[0]));
    if (parts !== undefined) parts.expressions = this.#rows.add(row, parts.expressions);
  };

  readonly takeCollation = ([id, number, collation]: CatalogRow): void => {
    this.#tables.get(text(id))?.collations.set(text(number), text(collation));
  };

  readonly takeCheck = (row: CatalogRow): void => {
    this.#checks.set(text(row[0]), this.#rows.add(row, this.#checks.get(text(row[0]))));
  };

  /** Gives the memory back; there is nothing to walk over afterwards. */
  release(): void {
    this.#tables.clear();
    this.#rows.release();
  }

  *[Symbol.iterator](): Iterator<ReadTable> {
    const inOrder = [...this.#tables.values()].sort(
      (a, b) => compareTexts(a.schema, b.schema) || compareTexts(a.name, b.name),
    );
    for (const parts of inOrder) yield this.#assembled(parts);
  }

  #assembled(parts: Parts): ReadTable {
    const { schema, name, objectId } = parts;
    const cells = this.#rows.cells(parts.columns);
    const read = readColumns(cells);
    const keys = this.#rows.chain(parts.keys);
    const primary = keys.find(([, kind]) => kind === 'p');
    const inOrder = places(read.numbers.map(Number));
    const table = canonicalTable({
      schema,
      name,
      columns: this.#columns(read, cells, inOrder, this.#rows.chain(parts.expressions)).map((column, index) => {
        const collation = parts.collations.get(read.numbers[inOrder[index] ?? -1] ?? '');
        return collation === undefined ? column : { ...column, collation };
      }),
      primary_key: primary === undefined ? [] : namesOf(read, primary[2]),
      foreign_keys: keys.flatMap((row) => (row[1] === 'f' ? this.#foreignKeys(read, row) : [])),
      indexes: this.#rows.chain(parts.indexes).map(([, index, definition]): Index => {
        return { name: text(index), definition: text(definition) };
      }),
      checks: this.#checksOf(objectId),
      ...this.#membership(parts),
      ...(parts.rowSecurity === '' ? {} : { row_security: parts.rowSecurity }),
      ...(this.locked.has(objectId) ? { is_locked: true } : {}),
    });
    return { table, objectId, columnNumbers: inOrder.map((place) => Number(read.numbers[place])) };
  }

  #membership({ parentId, extension }: Parts): { partition_of?: TableName; extension?: string } {
    const parent = this.#tables.get(parentId);
    return {
      ...(parent === undefined ? {} : { partition_of: { schema: parent.schema, name: parent.name } }),
      ...(extension === '' ? {} : { extension }),
    };
  }

  #checksOf(id: string): Check[] {
    const rows = this.#rows.chain(this.#checks.get(id) ?? NO_ROW);
    return rows.map(([, name, definition]) => ({ name: text(name), definition: text(definition) }));
  }

  #columns(
    { names, numbers }: ReadColumns,
    [, , , ids, modifiers, strict]: readonly string[],
    inOrder: readonly number[],
    expressions: readonly (readonly string[])[],
  ) {
    const [typeIds, typeModifiers, isStrict] = [arrayItems(text(ids)), arrayItems(text(modifiers)), text(strict)];
    return inOrder.map((place, index): Column => {
      const typeId = typeIds[place] ?? '';
      return {
        name: names[place] ?? '???',
        type: this.#types.get(`${typeId} ${typeModifiers[place] ?? ''}`) ?? '???',
        // `{f,t,f}`: a letter each, at every second place.
        nullable: isStrict[1 + 2 * place] !== 't' && !this.#notNullDomains.has(typeId),
        position: index + 1,
        ...(expressions.length === 0 ? {} : columnExpressions(expressions, numbers[place])),
      };
    });
  }

  #foreignKeys(own: ReadColumns, row: readonly string[]): ForeignKey[] {
    const [, , numbers, targetId, referenced, letters, settableNumbers] = row;
    const target = this.#tables.get(text(targetId)) ?? this.#others.get(text(targetId));
    if (target === undefined) return [];
    const { schema, name } = target;
    const columns = namesOf(readColumns(this.#rows.cells(target.columns)), referenced);
    const settable = namesOf(own, settableNumbers === '' ? undefined : settableNumbers);
    const references = { schema, name, columns };
    return [{ columns: namesOf(own, numbers), references, ...foreignKeyOptions(text(letters), settable) }];
  }
}

function partsOf(objectId: string, { schema, name }: TableName): Parts {
  const rows = { columns: NO_ROW, keys: NO_ROW, indexes: NO_ROW, expressions: NO_ROW };
  return { objectId, schema, name, ...rows, parentId: '', extension: '', rowSecurity: '', collations: new Map() };
}

/** The default, generated expression and identity of the column with a number. */
function columnExpressions(rows: readonly (readonly string[])[], number: string | undefined): Partial<Column> {
  const [, , generated, identity, expression] = rows.find((row) => row[1] === number) ?? [];
  const kind = generated === '' ? 'default' : 'generated';
  return {
    ...(expression === undefined || expression === '' ? {} : { [kind]: expression }),
    ...(identity === 'a' ? { identity: 'always' } : {}),
    ...(identity === 'd' ? { identity: 'by default' } : {}),
  };
}

function readColumns([, numbers, names]: readonly string[]): ReadColumns {
  return { numbers: arrayItems(numbers ?? '{}'), names: arrayItems(names ?? '{}') };
}

/** Where the columns stand in their lists, by number: the server gathers them as it comes by them. */
function places(numbers: readonly number[]): number[] {
  const all = Array.from(numbers.keys());
  const isInOrder = all.every((place) => place === 0 || (numbers[place - 1] ?? 0) < (numbers[place] ?? 0));
  return isInOrder ? all : all.sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0));
}

/** The names of the columns that `wanted` has the numbers of: `{2,1}`. */
function namesOf({ numbers, names }: ReadColumns, wanted: string | undefined): string[] {
  return arrayItems(wanted ?? '{}').map((number) => names[numbers.indexOf(number)] ?? '???');
}

function text(value: string | null | undefined): string {
  return value ?? '';
}
