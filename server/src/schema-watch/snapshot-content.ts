import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, gunzip } from 'node:zlib';
import {
  diffCatalogs,
  isDefaultTable,
  isUnknownView,
  objectKey,
  recreatedTables,
  recreations,
  selectTables,
  sortedChanges,
  tableKey,
  traceRenames,
} from '#libs/catalog';
import type {
  Catalog,
  CatalogChange,
  CatalogObject,
  Table,
  TableIdentity,
  TableName,
  TracedChange,
} from '#libs/catalog';
import type { ReadObject, ReadTable } from '../connections/index.js';
import { inSlices } from './time-slices.js';

/** Characters that are hashed or compressed at a time: one step into native code for many tables. */
const BATCH_CHARACTERS = 64 * 1024;

/** A table or object of a snapshot as it is kept: parsed only on demand. */
interface KeptPart {
  readonly schema: string;
  readonly name: string;
  /** JSON of `[schema, name, object id, column numbers]` for a table, of `[schema, name, object id]` for an object. */
  readonly identity: string;
  /** JSON of a `Table` or `CatalogObject` in canonical form: equal texts are equal parts. */
  readonly text: string;
}

/** The tables and objects of a snapshot. */
export interface KeptCatalog {
  readonly tables: ReadonlyMap<string, KeptPart>;
  /** Null in a snapshot of the first format; see `Catalog`. */
  readonly objects: ReadonlyMap<string, KeptPart> | null;
}

/** What a catalog holds, ready to be compared and kept. */
export interface SnapshotContent extends KeptCatalog {
  /** SHA-256 of what people see: the same for the same catalog in another database. */
  readonly catalogHash: string;
  /** SHA-256 of that and the database's own ids. */
  readonly contentHash: string;
  /** Of tables that are neither partitions nor owned by an extension. */
  readonly columnCount: number;
}

/** The differences between two contents. */
export interface ContentDifference {
  readonly changes: TracedChange[];
  readonly recreated: string[];
}

/**
 * Builds a content from what was read, in slices so that other work is not blocked. A part that is as it was `before`
 * is not kept in memory twice. A part that was locked stays as it was `before`: it is compared when it is read again.
 */
export async function contentOf(
  read: Iterable<ReadTable>,
  readObjects: readonly ReadObject[] | Promise<readonly ReadObject[]>,
  before: KeptCatalog | null = null,
): Promise<SnapshotContent> {
  const [tables, objects] = [new Map<string, KeptPart>(), new Map<string, KeptPart>()];
  const [catalog, identities] = [new HashedText(), new HashedText()];
  const keep = (parts: Map<string, KeptPart>, key: string, part: KeptPart, was: KeptPart | undefined): void => {
    const isSame = was?.text === part.text && was.identity === part.identity;
    parts.set(key, isSame ? was : part);
    catalog.add(part.text);
    identities.add(part.identity);
  };
  let columnCount = 0;
  await inSlices(read, ({ table, objectId, columnNumbers }) => {
    const { schema, name } = table;
    const identity = JSON.stringify([schema, name, objectId, columnNumbers]);
    const key = tableKey(table);
    const was = before?.tables.get(key);
    const isKnown = table.is_locked && was !== undefined && objectIdOf(was) === objectId;
    keep(tables, key, isKnown ? was : { schema, name, identity, text: JSON.stringify(table) }, was);
    if (isDefaultTable(table)) columnCount += table.columns.length;
  });
  await inSlices(await readObjects, ({ object, objectId }) => {
    const { schema, name } = object;
    const identity = JSON.stringify([schema, name, objectId]);
    const key = objectKey(object);
    const was = before?.objects?.get(key);
    const isKnown = isUnknownView(object) && was !== undefined && objectIdOf(was) === objectId;
    keep(objects, key, isKnown ? was : { schema, name, identity, text: JSON.stringify(object) }, was);
  });
  const catalogHash = catalog.digest();
  identities.add(catalogHash);
  return { tables, objects, catalogHash, contentHash: identities.digest(), columnCount };
}

function objectIdOf({ identity }: KeptPart): string {
  const [, , objectId] = JSON.parse(identity) as readonly [string, string, string];
  return objectId;
}

/** SHA-256 of many texts, each followed by a line break. */
class HashedText {
  private readonly hash = createHash('sha256');
  private waiting = '';

  add(text: string): void {
    this.waiting += text + '\n';
    if (this.waiting.length >= BATCH_CHARACTERS) this.flush();
  }

  digest(): string {
    this.flush();
    return this.hash.digest('hex');
  }

  private flush(): void {
    this.hash.update(this.waiting);
    this.waiting = '';
  }
}

/** Begins the line between the tables and the objects, which lines of the first format do not have. */
const OBJECTS_FOLLOW = 'objects';

/** A content as compressed lines, one for each table and object: its identity, a tab, its text. */
export async function packed({ tables, objects }: KeptCatalog): Promise<Buffer> {
  // The fastest level: the tables' texts are so similar that the best one saves little more.
  const gzip = Readable.from(batchesOf(linesOfParts(tables, objects))).pipe(
    createGzip({ level: constants.Z_BEST_SPEED }),
  );
  return Buffer.concat(await gzip.toArray());
}

function* linesOfParts(tables: KeptCatalog['tables'], objects: KeptCatalog['objects']): Generator<string> {
  for (const { identity, text } of tables.values()) yield `${identity}\t${text}\n`;
  if (objects === null) return;
  yield `${OBJECTS_FOLLOW}\t\n`;
  for (const { identity, text } of objects.values()) yield `${identity}\t${text}\n`;
}

function* batchesOf(lines: Iterable<string>): Generator<string> {
  let waiting = '';
  for (const line of lines) {
    waiting += line;
    if (waiting.length < BATCH_CHARACTERS) continue;
    yield waiting;
    waiting = '';
  }
  yield waiting;
}

/** The tables and objects of compressed lines. */
export async function unpacked(packedLines: Buffer): Promise<KeptCatalog> {
  const tables = new Map<string, KeptPart>();
  let objects: Map<string, KeptPart> | null = null;
  await inSlices(linesOf((await promisify(gunzip)(packedLines)).toString()), (line) => {
    const tab = line.indexOf('\t');
    const [identity, text] = [line.slice(0, tab), line.slice(tab + 1)];
    if (identity === OBJECTS_FOLLOW) {
      objects = new Map();
      return;
    }
    const [schema, name] = JSON.parse(identity) as Identity;
    const part = { schema, name, identity, text };
    if (objects === null) tables.set(tableKey(part), part);
    else objects.set(objectKey(JSON.parse(text) as CatalogObject), part);
  });
  return { tables, objects };
}

/** The table itself. */
export function tableOf(kept: KeptPart): Table {
  return JSON.parse(kept.text) as Table;
}

/** How two contents are compared. */
export interface Comparison {
  /** Ids mean the same in both: renames and recreations can be found. */
  readonly isOneDatabase: boolean;
  /** Both were printed by the same major version: another one prints the same view in other words. */
  readonly isOneVersion: boolean;
  /** Both recorded collations, row level security and options of views. */
  readonly isOneFormat: boolean;
  /** Partitions and tables of extensions that are watched by name. */
  readonly watched: readonly TableName[];
}

/** Compares two contents; only parts that differ are parsed. */
export async function compareContents(
  before: KeptCatalog,
  after: KeptCatalog,
  { isOneDatabase, isOneVersion, isOneFormat, watched }: Comparison,
): Promise<ContentDifference> {
  const tables = await differing(before.tables, after.tables);
  const objects = await differing(before.objects ?? NO_PARTS, after.objects ?? NO_PARTS);
  const selected = selectTables(
    catalogOf(tables.old, before.objects === null ? null : objects.old),
    catalogOf(tables.current, after.objects === null ? null : objects.current),
    watched,
  );
  const found = diffCatalogs(...selected).filter((change) => isOneFormat || !isOfThirdFormat(change));
  const changes = isOneVersion ? found : found.filter(({ kind }) => kind !== 'object_changed');
  if (!isOneDatabase) return { changes, recreated: [] };
  const identities = [tables.old.map(identityOf), tables.current.map(identityOf)] as const;
  const names = new Set(selected[1].tables.map(tableKey));
  const again = recreations(...identities).filter((change) => names.has(tableKey(change)));
  const traced = traceRenames(sortedChanges([...changes, ...again]), ...identities);
  const tablesAgain = new Set<string>(again.map(({ table }) => table));
  const recreated = recreatedTables(...identities).filter((table) => tablesAgain.has(table));
  return { changes: traced, recreated };
}

/** Whether a change is about what only the third format records. */
function isOfThirdFormat(change: CatalogChange): boolean {
  if (change.kind !== 'object_changed') return /^(collation|row_security)_changed$/.test(change.kind);
  const { before, after } = change;
  return 'definition' in before && 'definition' in after && before.definition === after.definition;
}

const NO_PARTS: ReadonlyMap<string, KeptPart> = new Map();

/** The parts that are not equal on both sides. */
async function differing(before: ReadonlyMap<string, KeptPart>, after: ReadonlyMap<string, KeptPart>) {
  const old: KeptPart[] = [];
  const current: KeptPart[] = [];
  await inSlices(after, ([key, kept]) => {
    const was = before.get(key);
    if (was?.text === kept.text && was.identity === kept.identity) return;
    current.push(kept);
    if (was !== undefined) old.push(was);
  });
  for (const [key, kept] of before) if (!after.has(key)) old.push(kept);
  return { old, current };
}

function catalogOf(tables: readonly KeptPart[], objects: readonly KeptPart[] | null): Catalog {
  const parsed = { tables: tables.map(tableOf) };
  return objects === null
    ? parsed
    : { ...parsed, objects: objects.map(({ text }) => JSON.parse(text) as CatalogObject) };
}

/** Schema, name, object id, column numbers. */
type Identity = readonly [string, string, string, readonly number[]];

function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    yield text.slice(start, end);
    start = end + 1;
  }
}

function identityOf(kept: KeptPart): TableIdentity {
  const [schema, name, objectId, columnNumbers] = JSON.parse(kept.identity) as Identity;
  const names = tableOf(kept).columns.map((column, index) => [column.name, columnNumbers[index] ?? -1] as const);
  return { schema, name, object_id: objectId, column_numbers: new Map(names) };
}
