import type { TableName } from './catalog.js';

/**
 * Finds the tables of a catalog by schema and name, each of which it has once. A caller that asks in the order of the catalog
 * is answered without an index of the names: two readings of one database are mostly in the same order.
 */
export class TableIndex<Named extends TableName> {
  readonly #tables: readonly Named[];
  /** The place of the table that is asked for next, if the order is the same. */
  #next = 0;
  /** Places by schema, then by name: a text of both would be built for each table. Made when it is first needed. */
  #places: Map<string, Map<string, number>> | undefined;

  constructor(tables: readonly Named[]) {
    this.#tables = tables;
  }

  get({ schema, name }: TableName): Named | undefined {
    const next = this.#tables[this.#next];
    const place = next?.name === name && next.schema === schema ? this.#next : this.#placeOf(schema, name);
    if (place === undefined) return undefined;
    this.#next = place + 1;
    return this.#tables[place];
  }

  #placeOf(schema: string, name: string): number | undefined {
    this.#places ??= placesOf(this.#tables);
    return this.#places.get(schema)?.get(name);
  }
}

function placesOf(tables: readonly TableName[]): Map<string, Map<string, number>> {
  const schemas = new Map<string, Map<string, number>>();
  tables.forEach(({ schema, name }, place) => {
    const names = schemas.get(schema) ?? new Map<string, number>();
    schemas.set(schema, names.set(name, place));
  });
  return schemas;
}
