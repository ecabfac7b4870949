import type { PromptColumn, PromptTable } from '#libs/copilot';
import { dialectOf } from '#libs/dialects';
import type { SqlDialect } from '#libs/dialects';
import { quoteIdentifier } from '#libs/sql';
import { noopSink } from '../connections/index.js';
import type { ResultSink, Session } from '../connections/index.js';

const SAMPLE_ROWS = 5;
const SAMPLES_PER_COLUMN = 3;
const SAMPLED_TABLES = 8;
const SAMPLING_TIMEOUT_MS = 5_000;
/** Cut by the database: a cell may be as large as its memory. A prompt shows less. */
const SAMPLE_CHARACTERS = 200;

/** Where values are read. */
export interface SampledDatabase {
  readonly dialect: SqlDialect;
  /** Opens a read-only session. */
  readonly openSession: () => Promise<Session>;
}

/** Adds a few values of each column, read in a read-only session; a table that cannot be read goes without. */
export async function sampleValues(
  { openSession, dialect }: SampledDatabase,
  tables: readonly PromptTable[],
  signal: AbortSignal,
): Promise<PromptTable[]> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(SAMPLING_TIMEOUT_MS)]);
  const session = await openSession();
  try {
    const sampled: PromptTable[] = [];
    for (const [at, table] of tables.entries())
      sampled.push(at < SAMPLED_TABLES ? await withSamples(session, dialect, table, limited) : table);
    return sampled;
  } finally {
    await session.release();
  }
}

async function withSamples(
  session: Session,
  dialect: SqlDialect,
  table: PromptTable,
  signal: AbortSignal,
): Promise<PromptTable> {
  const place = [table.schema, table.name]
    .filter(Boolean)
    .map((name) => quoteIdentifier(name, dialect))
    .join('.');
  const rows: (string | null)[][] = [];
  const sink: ResultSink = { ...noopSink, row: (row) => rows.push(row) > 0 };
  const cells = table.columns.map((column) => beginningOf(column, dialect)).join(', ');
  await session.run(`SELECT ${cells} FROM ${place} LIMIT ${SAMPLE_ROWS}`, sink, signal);
  const columns = table.columns.map((column, at) => {
    const values = rows.map((row) => row[at]).filter((value) => typeof value === 'string');
    return { ...column, samples: [...new Set(values)].slice(0, SAMPLES_PER_COLUMN) };
  });
  return { ...table, columns };
}

/** The first characters of a column's values as text. */
function beginningOf({ name, type }: PromptColumn, dialect: SqlDialect): string {
  return dialectOf(dialect).values.textBeginning(quoteIdentifier(name, dialect), type, SAMPLE_CHARACTERS);
}
