import type { CatalogClient, CatalogRow } from './catalog-client.js';
import type { NamedType, NameSource, TypeReference } from './column-catalog.js';
import { namedType, tableNames } from './introspection.js';
import { TABLE_NAMES_SQL, TYPE_NAMES_SQL } from './introspection.sql.js';

/** The server gives up on names after this, in milliseconds: the rows of a statement wait for them. */
const NAMES_LIMIT_MS = 1_000;

/**
 * Reads the names of result columns over the line of the catalog. While that one answers another question, which may take
 * long or wait for a lock, a spare line is asked.
 */
export class ColumnNames implements NameSource {
  constructor(
    private readonly shared: CatalogClient,
    private readonly spare: CatalogClient,
  ) {}

  async tables(oids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    return tableNames(await this.ask(TABLE_NAMES_SQL, [oids]));
  }

  async types(references: readonly TypeReference[]): Promise<(NamedType & TypeReference)[]> {
    const values = [references.map(({ oid }) => oid), references.map(({ typmod }) => typmod)];
    return (await this.ask(TYPE_NAMES_SQL, values)).map(namedType);
  }

  private ask(text: string, values: readonly unknown[]): Promise<CatalogRow[]> {
    const line = this.shared.isBusy ? this.spare : this.shared;
    return line.queryWithin(NAMES_LIMIT_MS, text, values);
  }
}
