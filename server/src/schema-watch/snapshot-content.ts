import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, gunzip } from 'node:zlib';
import { diffCatalogs, recreatedTables, tableKey, traceRenames } from '#libs/catalog';
import type { Table, TableIdentity, TracedChange } from '#libs/catalog';
import type { ReadTable } from '../connections/index.js';
import { inSlices } from './time-slices.js';

/** Characters that are hashed or compressed at a time: one step into native code for many tables. */
const BATCH_CHARACTERS = 64 * 1024;

/** A table of a snapshot as it is kept: parsed only where somebody needs to know. */
interface KeptTable {
  readonly schema: string;
  readonly name: string;
  /** JSON of `[schema, name, object id, column numbers]`, the last two as the database calls them. */
  readonly identity: string;
  /** JSON of a `Table` in canonical form: equal texts are equal tables. */
  readonly text: string;
}

/** What a catalog holds, ready to be compared and kept. */
export interface SnapshotContent {
  readonly tables: ReadonlyMap<string, KeptTable>;
  /** SHA-256 of what people see: the same for the same catalog in another database. */
  readonly catalogHash: string;
  /** SHA-256 of that and the database's own ids. */
  readonly contentHash: string;
  readonly columnCount: number;
}

/** What moved between two contents. */
export interface ContentDifference {
  readonly changes: TracedChange[];
  readonly recreated: string[];
}

/**
 * Makes a content of what was read, in pieces so that nothing else waits. A table that is as it was `before` is not
 * kept in memory twice.
 */
export async function contentOf(
  read: Iterable<ReadTable>,
  before: SnapshotContent['tables'] | null = null,
): Promise<SnapshotContent> {
  const tables = new Map<string, KeptTable>();
  const [catalog, identities] = [new HashedText(), new HashedText()];
  let columnCount = 0;
  await inSlices(read, ({ table, objectId, columnNumbers }) => {
    const { schema, name } = table;
    const identity = JSON.stringify([schema, name, objectId, columnNumbers]);
    const [key, text] = [tableKey(table), JSON.stringify(table)];
    const was = before?.get(key);
    const isSame = was?.text === text && was.identity === identity;
    tables.set(key, isSame ? was : { schema, name, identity, text });
    catalog.add(text);
    identities.add(identity);
    columnCount += table.columns.length;
  });
  const catalogHash = catalog.digest();
  identities.add(catalogHash);
  return { tables, catalogHash, contentHash: identities.digest(), columnCount };
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

/** A content as compressed lines, one for each table: its identity, a tab, its text. */
export async function packed({ tables }: SnapshotContent): Promise<Buffer> {
  // The fastest level: a table's text is so much alike the others that the best one hardly saves more.
  const gzip = Readable.from(batchesOf(tables.values())).pipe(createGzip({ level: constants.Z_BEST_SPEED }));
  return Buffer.concat(await gzip.toArray());
}

function* batchesOf(tables: Iterable<KeptTable>): Generator<string> {
  let waiting = '';
  for (const { identity, text } of tables) {
    waiting += `${identity}\t${text}\n`;
    if (waiting.length < BATCH_CHARACTERS) continue;
    yield waiting;
    waiting = '';
  }
  yield waiting;
}

/** The tables of compressed lines. */
export async function unpacked(packedLines: Buffer): Promise<ReadonlyMap<string, KeptTable>> {
  const tables = new Map<string, KeptTable>();
  await inSlices(linesOf((await promisify(gunzip)(packedLines)).toString()), (line) => {
    const tab = line.indexOf('\t');
    const identity = line.slice(0, tab);
    const [schema, name] = JSON.parse(identity) as Identity;
    tables.set(tableKey({ schema, name }), { schema, name, identity, text: line.slice(tab + 1) });
  });
  return tables;
}

/** The table itself. */
export function tableOf(kept: KeptTable): Table {
  return JSON.parse(kept.text) as Table;
}

/** Compares two contents; only what differs is looked into. Renames are told where both are of `isOneDatabase`. */
export async function compareContents(
  before: ReadonlyMap<string, KeptTable>,
  after: ReadonlyMap<string, KeptTable>,
  isOneDatabase: boolean,
): Promise<ContentDifference> {
  const old: KeptTable[] = [];
  const current: KeptTable[] = [];
  await inSlices(after, ([key, kept]) => {
    const was = before.get(key);
    if (was?.text === kept.text && was.identity === kept.identity) return;
    current.push(kept);
    if (was !== undefined) old.push(was);
  });
  for (const [key, kept] of before) if (!after.has(key)) old.push(kept);
  const changes = diffCatalogs({ tables: old.map(tableOf) }, { tables: current.map(tableOf) });
  if (!isOneDatabase) return { changes, recreated: [] };
  const identities = [old.map(identityOf), current.map(identityOf)] as const;
  return { changes: traceRenames(changes, ...identities), recreated: recreatedTables(...identities) };
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

function identityOf(kept: KeptTable): TableIdentity {
  const [schema, name, objectId, columnNumbers] = JSON.parse(kept.identity) as Identity;
  const names = tableOf(kept).columns.map((column, index) => [column.name, columnNumbers[index] ?? -1] as const);
  return { schema, name, object_id: objectId, column_numbers: new Map(names) };
}
