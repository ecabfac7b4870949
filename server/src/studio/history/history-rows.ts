import { In, Not } from 'typeorm';
import type { Driver, EntityManager } from 'typeorm';
import { OUTCOME_UNKNOWN, endOf } from './history-queue.js';
import type { HistoryOrigin, NewRecord, QueuedEntry } from './history-queue.js';
import { HistoryTextRecord } from './history-text.entity.js';
import { HistoryRecord } from './history.entity.js';

/** SQLite allows 32,766 values in a statement. */
const ENTRIES_PER_STATEMENT = 500;
/** What a list shows of a text, in characters: fifty texts of 5 MB would be an answer of 250 MB. */
const EXCERPT_CHARS = 2_000;
/** A text is found by what it says up to here. */
const SEARCHED_CHARS = 100_000;

type StoredRecord = Omit<HistoryRecord, 'sequence'>;

/** Gives entries that a dead process of this state directory left running their outcome: unknown. */
export async function endRunning(manager: EntityManager, home: string): Promise<void> {
  await manager.update(HistoryRecord, { status: 'running', home }, { status: 'unknown', error: OUTCOME_UNKNOWN });
}

/** The processes other than `own` that have entries running. */
export async function runningProcesses(manager: EntityManager, own: string): Promise<string[]> {
  const where = { status: 'running' as const, process: Not(own) };
  const found = await manager.find(HistoryRecord, { select: { sequence: true, process: true }, where });
  return [...new Set(found.flatMap(({ process }) => process ?? []))];
}

/** Gives entries that ended processes left running their outcome. Should one of them write its end later, that counts. */
export async function endRunningOf(manager: EntityManager, processes: readonly string[]): Promise<void> {
  const where = { status: 'running' as const, process: In([...processes]) };
  await manager.update(HistoryRecord, where, { status: 'unknown', error: OUTCOME_UNKNOWN });
}

/** Writes entries in their order, none twice. */
export async function writeEntries(
  manager: EntityManager,
  entries: readonly QueuedEntry[],
  origin: HistoryOrigin,
): Promise<void> {
  for (let at = 0; at < entries.length; at += ENTRIES_PER_STATEMENT) {
    await writePart(manager, entries.slice(at, at + ENTRIES_PER_STATEMENT), origin);
  }
}

async function writePart(manager: EntityManager, part: readonly QueuedEntry[], origin: HistoryOrigin): Promise<void> {
  const stored = await storedIds(manager, part);
  const added = part.flatMap((entry) => {
    if (entry.start === null || stored.has(entry.id)) return [];
    return [{ ...entry.start, ...endOf(entry), ...origin }];
  });
  if (added.length > 0) await insert(manager, added.map(storedRecord));
  for (const { id, sql } of added) if (isCut(sql)) await manager.insert(HistoryTextRecord, { entryId: id, sql });
  for (const { id, end } of part) if (end !== null && stored.has(id)) await manager.update(HistoryRecord, { id }, end);
}

async function storedIds(manager: EntityManager, part: readonly QueuedEntry[]): Promise<Set<string>> {
  const ids = part.filter(({ mayBeStored }) => mayBeStored).map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const found = await manager.find(HistoryRecord, { select: { id: true, sequence: true }, where: { id: In(ids) } });
  return new Set(found.map(({ id }) => id));
}

const COLUMNS = {
  id: 'id',
  ownerId: 'owner_id',
  connectionId: 'connection_id',
  connectionName: 'connection_name',
  sql: 'sql',
  isCut: 'is_cut',
  searchText: 'search_text',
  status: 'status',
  home: 'home',
  process: 'process',
  startedAt: 'started_at',
  elapsedMs: 'elapsed_ms',
  rowCount: 'row_count',
  error: 'error',
} as const satisfies Record<keyof StoredRecord, string>;
const PROPERTIES = Object.keys(COLUMNS) as (keyof StoredRecord)[];

/** Written out, because every run pays for it. */
async function insert(manager: EntityManager, records: readonly StoredRecord[]): Promise<void> {
  const { driver } = manager.dataSource;
  for (let at = 0; at < records.length;) {
    const part = records.slice(at, at + largestPowerOfTwo(records.length - at));
    // SQLite has no booleans, and this statement passes by the conversion of the entities.
    const values = part.flatMap((record) => PROPERTIES.map((property) => valueOf(record[property])));
    await manager.query(insertText(driver, part.length), values);
    at += part.length;
  }
}

/** Batches of any size then need some ten statements, which stay prepared. */
function largestPowerOfTwo(most: number): number {
  return 2 ** Math.floor(Math.log2(most));
}

const insertTexts = new WeakMap<Driver, Map<number, string>>();

/** The statement that inserts so many records. */
function insertText(driver: Driver, rowCount: number): string {
  const known = insertTexts.get(driver)?.get(rowCount);
  if (known !== undefined) return known;
  const rows = Array.from({ length: rowCount }, (_, row) => {
    const parameters = PROPERTIES.map((name, column) => driver.createParameter(name, row * PROPERTIES.length + column));
    return `(${parameters.join(', ')})`;
  });
  const text = `INSERT INTO studio_history (${Object.values(COLUMNS).join(', ')}) VALUES ${rows.join(', ')}`;
  insertTexts.set(driver, (insertTexts.get(driver) ?? new Map<number, string>()).set(rowCount, text));
  return text;
}

function valueOf(value: StoredRecord[keyof StoredRecord]): string | number | null {
  return typeof value === 'boolean' ? Number(value) : value;
}

function isCut(sql: string): boolean {
  return sql.length > EXCERPT_CHARS;
}

function storedRecord(record: NewRecord): StoredRecord {
  const { sql } = record;
  const searchText = sql.slice(0, SEARCHED_CHARS).toLowerCase();
  return { ...record, sql: sql.slice(0, EXCERPT_CHARS), isCut: isCut(sql), searchText };
}
