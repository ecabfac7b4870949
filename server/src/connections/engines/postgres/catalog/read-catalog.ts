import type { Dependent } from '#libs/catalog';
import type { CatalogReading, ReadObject, TablesUse, UnchangedCatalog } from '../../catalog-reader.js';
import { isLockTimeout } from '../connect-failure.js';
import { rawRows, thenEnd } from '../introspection/catalog-client.js';
import type { CatalogRow } from '../introspection/catalog-client.js';
import { streamRows } from '../client/stream-rows.js';
import type { WorkbenchClient } from '../client/workbench-client.js';
import { CatalogAssembly } from './assemble-catalog.js';
import {
  BEGIN_READING_SQL,
  BEGIN_READING_INSIDE_SQL,
  BEGIN_SNAPSHOT_READING_SQL,
  BEGIN_VIEWS_SQL,
  COLUMN_TYPES_SQL,
  DEPENDENTS_SQL,
  DOMAINS_SQL,
  END_READING_INSIDE_SQL,
  END_VIEWS_SQL,
  ENUM_LABELS_SQL,
  FINGERPRINT_SQL,
  IDENTITY_SQL,
  INACCESSIBLE_SCHEMAS_SQL,
  LOCKED_TABLES_SQL,
  NOT_NULL_DOMAINS_SQL,
  OTHER_TABLES_SQL,
  VIEWS_SQL,
  VIEW_NAMES_SQL,
  WATCHED_CHECKS_SQL,
  WATCHED_COLLATIONS_SQL,
  WATCHED_COLUMNS_SQL,
  WATCHED_EXPRESSIONS_SQL,
  WATCHED_INDEXES_SQL,
  WATCHED_KEYS_SQL,
  WATCHED_TABLES_SQL,
} from './catalog-reading.sql.js';

/** A catalog that is being changed is read anew this often. */
const MAX_READINGS = 3;

/** How often a reading begins again without the tables that turned out to be locked. */
const MAX_LOCKED_READINGS = 4;

/** The name of a snapshot, such as `00000003-0000001B-1`. */
const SNAPSHOT = /^[0-9A-F-]+$/i;

/** What a reading records: a catalog that an older version recorded is read again although nothing changed. */
const FORMAT = 3;

/** How the moment that a reading sees begins and ends. */
interface Frame {
  readonly begin: string;
  readonly end: string;
  /** Whether each transaction sees the same moment. */
  readonly isFixed?: boolean;
}
const OWN_TRANSACTION: Frame = { begin: BEGIN_READING_SQL, end: 'ROLLBACK' };
const OPEN_TRANSACTION: Frame = { begin: BEGIN_READING_INSIDE_SQL, end: END_READING_INSIDE_SQL };

function snapshotTransaction(snapshot: string): Frame {
  if (!SNAPSHOT.test(snapshot)) throw new Error('The server has exported a snapshot whose name cannot be used.');
  return { begin: BEGIN_SNAPSHOT_READING_SQL.replace('$1', snapshot), end: 'ROLLBACK', isFixed: true };
}

/**
 * Reads the whole catalog over one line, in one read-only transaction that sees one moment. Where the catalog was
 * changed meanwhile it is read again; what still moves after three readings is reported as not stable. A `snapshot` that
 * another session has exported does not move, and is read once.
 */
export async function readCatalog(
  client: WorkbenchClient,
  knownFingerprint: string | null,
  use?: TablesUse,
  snapshot?: string,
): Promise<CatalogReading | UnchangedCatalog> {
  const server = await identity(client);
  const before = await fingerprint(client, server.database);
  const isKnown = before === knownFingerprint;
  if (isKnown) return { fingerprint: before, tables: null, inaccessibleSchemas: await inaccessibleSchemas(client) };
  const frame = snapshot === undefined ? OWN_TRANSACTION : snapshotTransaction(snapshot);
  return readStable(client, { server, known: before, frame, use });
}

/** Reads the catalog as the open transaction of a line sees it, and leaves the transaction as it was. */
export async function readCatalogInside(client: WorkbenchClient): Promise<CatalogReading> {
  const server = await identity(client);
  const known = await fingerprint(client, server.database);
  return readStable(client, { server, known, frame: OPEN_TRANSACTION });
}

interface Identity {
  readonly database: string;
  readonly serverVersion: string;
}

async function identity(client: WorkbenchClient): Promise<Identity> {
  const [row] = await rawRows(client, IDENTITY_SQL, []);
  return { database: row?.[0] ?? '', serverVersion: row?.[1] ?? '' };
}

interface ReadingOrder {
  readonly server: Identity;
  /** The fingerprint as it was before the first reading. */
  readonly known: string;
  readonly frame: Frame;
  readonly use?: TablesUse | undefined;
}

async function readStable(client: WorkbenchClient, order: ReadingOrder): Promise<CatalogReading> {
  const { server, use, frame } = order;
  let before = order.known;
  for (let reading = 1; ; reading++) {
    const [{ tables, dependents }, after] = await readOnce(client, order);
    const { tableCount, objects, hasLocked } = tables;
    if (use !== undefined) tables.release();
    if (after === before || frame.isFixed === true || reading === MAX_READINGS) {
      const read = { tableCount, tables, objects, dependents, inaccessibleSchemas: await inaccessibleSchemas(client) };
      // A catalog that was not read whole is read again although nothing changed.
      const isWhole =
        !hasLocked && objects.every(({ object }) => !('definition' in object) || object.definition !== null);
      return { fingerprint: isWhole ? after : `${after}.locked`, ...server, isStable: after === before, ...read };
    }
    before = after;
  }
}

/** Reads everything, and has the tables used while the server answers what does not concern them. */
async function readOnce(client: WorkbenchClient, { server, frame, use }: ReadingOrder): Promise<[ReadRows, string]> {
  let using: Promise<void> | undefined;
  const rows = await readUnlocked(client, frame, (tables, objects) => {
    using = use?.(tables, objects);
    // Awaited below: until then it is not an unhandled rejection.
    using?.catch(() => undefined);
  });
  const after = await fingerprint(client, server.database);
  await using;
  return [rows, after];
}

async function inaccessibleSchemas(client: WorkbenchClient): Promise<string[]> {
  const rows = await rawRows(client, INACCESSIBLE_SCHEMAS_SQL, []);
  return rows.map(([name]) => name ?? '');
}

async function fingerprint(client: WorkbenchClient, database: string): Promise<string> {
  const [row] = await rawRows(client, FINGERPRINT_SQL, []);
  return `${FORMAT}.${database}.${row?.[0] ?? ''}`;
}

interface ReadRows {
  readonly tables: CatalogAssembly;
  readonly dependents: readonly Dependent[];
}

type WhenComplete = (tables: CatalogAssembly, objects: Promise<readonly ReadObject[]>) => void;

/** Reads the rows; where a table is locked, without the definitions of that table. */
async function readUnlocked(client: WorkbenchClient, frame: Frame, whenComplete: WhenComplete): Promise<ReadRows> {
  const locked = new Set<string>();
  for (let reading = 1; ; reading++) {
    try {
      return await readRows(client, frame, locked, whenComplete);
    } catch (error) {
      if (!isLockTimeout(error) || reading === MAX_LOCKED_READINGS) throw error;
      for (const [id] of await rawRows(client, LOCKED_TABLES_SQL, [])) locked.add(id ?? '');
    }
  }
}

async function readRows(
  client: WorkbenchClient,
  { begin, end }: Frame,
  lockedTables: ReadonlySet<string>,
  whenTablesAreComplete: WhenComplete,
): Promise<ReadRows> {
  await client.query(begin);
  return thenEnd(client, end, async () => {
    const tables = new CatalogAssembly(lockedTables);
    const locked = [[...lockedTables]];
    const dependents: Dependent[] = [];
    await streamRows(client, WATCHED_TABLES_SQL, [], tables.takeTable);
    await streamRows(client, WATCHED_COLUMNS_SQL, [], tables.takeColumns);
    await streamRows(client, WATCHED_KEYS_SQL, [], tables.takeKey);
    await streamRows(client, WATCHED_CHECKS_SQL, locked, tables.takeCheck);
    await streamRows(client, WATCHED_EXPRESSIONS_SQL, locked, tables.takeExpression);
    await streamRows(client, WATCHED_COLLATIONS_SQL, [], tables.takeCollation);
    await streamRows(client, COLUMN_TYPES_SQL, tables.columnTypes, tables.takeType);
    await streamRows(client, NOT_NULL_DOMAINS_SQL, [], tables.takeNotNullDomain);
    await streamRows(client, WATCHED_INDEXES_SQL, locked, tables.takeIndex);
    const others = tables.unknownTargets;
    if (others.length > 0) await streamRows(client, OTHER_TABLES_SQL, [others], tables.takeOther);
    const objects = readObjects(client, tables);
    whenTablesAreComplete(tables, objects);
    await objects;
    await streamRows(client, DEPENDENTS_SQL, [], (row) => dependents.push(dependentOf(row)));
    return { tables, dependents };
  });
}

async function readObjects(client: WorkbenchClient, tables: CatalogAssembly): Promise<readonly ReadObject[]> {
  await readViews(client, tables);
  await streamRows(client, ENUM_LABELS_SQL, [], tables.takeLabel);
  await streamRows(client, DOMAINS_SQL, [], tables.takeDomain);
  return tables.objects;
}

/** Reads the views; where one of their tables is locked, without their definitions. */
async function readViews(client: WorkbenchClient, tables: CatalogAssembly): Promise<void> {
  const rows: CatalogRow[] = [];
  await client.query(BEGIN_VIEWS_SQL);
  const isRead = await streamRows(client, VIEWS_SQL, [], (row) => rows.push(row)).then(
    () => true,
    (error: unknown) => {
      if (isLockTimeout(error)) return false;
      throw error;
    },
  );
  await client.query(END_VIEWS_SQL);
  if (isRead) for (const row of rows) tables.takeView(row);
  else await streamRows(client, VIEW_NAMES_SQL, [], tables.takeView);
}

function dependentOf([schema, name, kind, onSchema, onName, column]: CatalogRow): Dependent {
  return {
    view: { schema: schema ?? '', name: name ?? '' },
    is_materialized: kind === 'm',
    on: { schema: onSchema ?? '', name: onName ?? '' },
    column: column ?? null,
  };
}
