import type { Catalog, Table } from '#libs/catalog';
import type { CatalogReading, UnchangedCatalog } from '../connections/index.js';
import { inSlices } from './time-slices.js';

/** All tables of a reading at once, which is much for a large database: for what needs them all. */
export async function catalogOf(reading: CatalogReading | UnchangedCatalog): Promise<Catalog> {
  const tables: Table[] = [];
  await inSlices(reading.tables ?? [], ({ table }) => tables.push(table));
  return reading.tables === null ? { tables } : { tables, objects: reading.objects.map(({ object }) => object) };
}
