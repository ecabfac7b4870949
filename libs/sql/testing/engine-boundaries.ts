import { DatabaseSync } from 'node:sqlite';
import type { DuckDBConnection } from '@duckdb/node-api';
import { loadModule, parseSync } from 'libpg-query';
import { splitStatements } from '../split-statements.js';
import type { SqlStatement } from '../split-statements.js';
import type { SqlDialect } from '../../dialects/index.js';

/** How an engine reads a text: the statements it takes, and whether it refuses what comes behind them. */
export interface EngineReading {
  /** Offsets of the ends of the statements, without terminator, comments and space; null where it counts alone. */
  readonly ends: readonly (number | null)[];
  readonly isRefused: boolean;
}

/** An engine that reads texts. */
export interface BoundaryOracle {
  readonly dialect: SqlDialect;
  read(text: string): Promise<EngineReading>;
  close(): void;
}

async function postgresOracle(): Promise<BoundaryOracle> {
  await loadModule();
  return { dialect: 'postgres', read: (text) => Promise.resolve(readPostgres(text)), close: () => undefined };
}

function readPostgres(text: string): EngineReading {
  if (/^[\t-\r ]*$/.test(text)) return { ends: [], isRefused: false };
  try {
    const bytes = Buffer.from(text);
    const statements = parseSync(text).stmts ?? [];
    const ends = statements.map(({ stmt_location: at = 0, stmt_len: length }) => {
      const end = length === undefined || length === 0 ? bytes.length : at + length;
      return bytes.subarray(0, end).toString().length;
    });
    return { ends, isRefused: false };
  } catch {
    return { ends: [], isRefused: true };
  }
}

async function duckdbOracle(): Promise<BoundaryOracle> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', { threads: '1', enable_external_access: 'false' });
  const connection = await instance.connect();
  const close = (): void => {
    connection.closeSync();
    instance.closeSync();
  };
  return { dialect: 'duckdb', read: (text) => readDuckdb(connection, text), close };
}

/** The driver answers a text without a statement with an error of its own. */
async function readDuckdb(connection: DuckDBConnection, text: string): Promise<EngineReading> {
  try {
    const { count } = await connection.extractStatements(text);
    return { ends: Array.from({ length: count }, () => null), isRefused: false };
  } catch (error) {
    const isEmpty = messageOf(error) === 'Error in native callback';
    return { ends: [], isRefused: !isEmpty };
  }
}

function sqliteOracle(): BoundaryOracle {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE t (a, "a;b", x); CREATE TABLE begin (a)');
  return {
    dialect: 'sqlite',
    read: (text) => Promise.resolve(readSqlite(database, text)),
    close: () => database.close(),
  };
}

/** `sourceSQL` is the text up to where `sqlite3_prepare` has read. */
function readSqlite(database: DatabaseSync, text: string): EngineReading {
  const ends: number[] = [];
  let from = 0;
  while (from < text.length) {
    const rest = text.slice(from);
    let read: string;
    try {
      read = database.prepare(rest).sourceSQL;
    } catch (error) {
      const isEmpty = messageOf(error).includes('contains no statements');
      return { ends, isRefused: !isEmpty };
    }
    if (read === '') break;
    from += read.length;
    ends.push(from);
  }
  return { ends, isRefused: false };
}

/** Each engine by its name; what starts gives its reader. */
export const BOUNDARY_ORACLES: readonly (readonly [name: string, start: () => Promise<BoundaryOracle>])[] = [
  ['Postgres', postgresOracle],
  ['DuckDB', duckdbOracle],
  ['SQLite', () => Promise.resolve(sqliteOracle())],
];

/** How our statements differ from the engine's; null where they do not. */
export async function boundaryDifference(oracle: BoundaryOracle, text: string): Promise<string | null> {
  if (oracle.dialect === 'duckdb' && isMisread(text)) return null;
  // Editors put a byte order mark in front of a file; it is taken off.
  if (text.startsWith('\uFEFF')) return boundaryDifference(oracle, text.slice(1));
  const whole = await oracle.read(text);
  const ours = await statementsOf(oracle, text);
  if (!whole.isRefused && ours.length !== whole.ends.length) {
    if (await endsBodyEarly(oracle, text, ours)) return null;
    return `${ours.length} statements, and the engine reads ${whole.ends.length}`;
  }
  for (const [index, end] of whole.ends.entries()) {
    const our = ours[index];
    if (our === undefined) return `statement ${index + 1} of the engine is missing`;
    if (end !== null && !endsTogether(text, our.end, end))
      return `statement ${index + 1} ends at ${our.end}, not ${end}`;
  }
  const rest = ours.slice(whole.ends.length).map(({ sql }) => sql);
  return whole.isRefused ? everyPieceAccepted(oracle, rest) : null;
}

/** As psql, we take `SELECT 1 END` in a body for its end, and Postgres for a name; it refuses what comes of it. */
async function endsBodyEarly(oracle: BoundaryOracle, text: string, ours: readonly SqlStatement[]): Promise<boolean> {
  if (oracle.dialect !== 'postgres' || !/atomic/i.test(text)) return false;
  const readings = await Promise.all(ours.map(({ sql }) => oracle.read(sql)));
  return ours.some(({ sql }, index) => /atomic/i.test(sql) && readings[index]?.isRefused === true);
}

/** Without those that the engine takes for nothing: DuckDB ignores a word beyond ASCII that stands alone. */
async function statementsOf(oracle: BoundaryOracle, text: string): Promise<SqlStatement[]> {
  const statements: SqlStatement[] = [];
  for (const statement of splitStatements(text, oracle.dialect)) {
    const { ends, isRefused } = await oracle.read(statement.sql);
    if (isRefused || ends.length > 0) statements.push(statement);
  }
  return statements;
}

/**
 * DuckDB replaces the spaces of Unicode outside of quotes before it reads a text, and mistakes where quotes end behind
 * backslashes and comments. Then it refuses a text for what stands in another of its statements.
 */
function isMisread(text: string): boolean {
  return /\\|--|\/\*/.test(text) && /[\u00A0\u2000-\u200B\u202F\u205F\u2060\u3000\uFEFF]/.test(text);
}

/** What the engine refuses as a whole must be refused in pieces, too. */
async function everyPieceAccepted(oracle: BoundaryOracle, pieces: readonly string[]): Promise<string | null> {
  for (const sql of pieces) {
    const { isRefused, ends } = await oracle.read(sql);
    if (isRefused) return null;
    if (ends.length !== 1) return `the engine reads ${ends.length} statements in ${JSON.stringify(sql)}`;
  }
  return 'the engine refuses the text but takes each of its pieces';
}

/** The engine counts the terminator and what follows to the statement or does not: nothing else stands between. */
function endsTogether(text: string, our: number, engine: number): boolean {
  const [from, to] = our < engine ? [our, engine] : [engine, our];
  return /^[\s\0\u180E\u200B\u2060\uFEFF;]*$/.test(text.slice(from, to)) || text.slice(from, to).trim().startsWith('-');
}

/** Not by `instanceof`: the errors of native code are of another realm in Jest. */
function messageOf(error: unknown): string {
  return String((error as { message?: unknown }).message);
}
