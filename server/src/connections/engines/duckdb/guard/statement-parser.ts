import type { DuckDBConnection, DuckDBInstance, DuckDBPreparedStatement } from '@duckdb/node-api';
import { readDuckdbProblem } from '../duckdb-error.js';
import { functionRule } from './known-functions.js';
import { readQueryTree, type QueryTree } from './query-tree.js';

type DuckdbApi = typeof import('@duckdb/node-api');

/** What an empty database without any file says of a statement: `missing` is something that only the real one has. */
export type SingleStatementVerdict = 'prepared' | 'missing' | 'several' | 'refused';

/** A connection and its statement that parses the text given as its value. */
interface Lane {
  readonly connection: DuckDBConnection;
  readonly parse: DuckDBPreparedStatement;
}

const CACHED_QUERIES = 500;
const MOST_IDLE = 4;
const MAX_CACHED_LENGTH = 4_000;
const LOCKS = [
  'SET GLOBAL errors_as_json = true',
  'SET enable_external_access = false',
  'SET lock_configuration = true',
];
const PARSE = 'SELECT json_serialize_sql($1::VARCHAR, skip_null := true, skip_empty := true, skip_default := true)';
const FUNCTION_NAMES = `
  SELECT DISTINCT lower(function_name) AS name FROM duckdb_functions() WHERE internal AND function_type <> 'pragma'`;

let shared: Promise<StatementParser> | null = null;

/**
 * The engine's own parser. It works on an empty database in memory that reaches no file, so a statement that acts
 * while it is parsed or prepared (EXPORT creates its folder then, IMPORT reads its files) has nothing to act on.
 */
export class StatementParser {
  private readonly trees = new Map<string, QueryTree | null>();
  private readonly idle: Lane[] = [];
  private unclassifiedNames: Promise<ReadonlySet<string>> | null = null;

  private constructor(private readonly instance: DuckDBInstance) {}

  /** The parser of this process, started when it is first needed. */
  static shared(api: DuckdbApi): Promise<StatementParser> {
    shared ??= StatementParser.start(api).catch((error: unknown) => {
      shared = null;
      throw error;
    });
    return shared;
  }

  private static async start(api: DuckdbApi): Promise<StatementParser> {
    const options = {
      ...{ threads: '1', memory_limit: '256MiB', temp_directory: '', autoload_known_extensions: 'false' },
      // Older ones do not write trees in which a type has a type, as `mood[]`.
      storage_compatibility_version: 'latest',
    };
    const instance = await api.DuckDBInstance.create(':memory:', options);
    const connection = await instance.connect();
    try {
      for (const statement of LOCKS) await connection.run(statement);
      return new StatementParser(instance);
    } finally {
      connection.closeSync();
    }
  }

  /** What a text names that is exactly one query; null for anything else, a mistake in the syntax too. */
  async queryTree(sql: string): Promise<QueryTree | null> {
    const known = this.trees.get(sql);
    if (known !== undefined) return known;
    const tree = await this.parse(sql);
    if (sql.length <= MAX_CACHED_LENGTH) this.remember(sql, tree);
    return tree;
  }

  /** Functions of this engine that have no class: none may be called. Listing them takes about as long as the start. */
  unclassified(): Promise<ReadonlySet<string>> {
    this.unclassifiedNames ??= this.readUnclassified().catch((error: unknown) => {
      this.unclassifiedNames = null;
      throw error;
    });
    return this.unclassifiedNames;
  }

  /** As `unclassified()`, for names that are known: where each has a class, the engine is not asked. */
  async unclassifiedOf(names: Iterable<string>): Promise<ReadonlySet<string>> {
    for (const name of names) if (functionRule(name) === null) return this.unclassified();
    return new Set();
  }

  /** How many statements a text holds; null where its syntax is wrong. Prepares nothing. */
  async countStatements(sql: string): Promise<number | null> {
    return this.connected(async (connection) => {
      try {
        return (await connection.extractStatements(sql)).count;
      } catch {
        return null;
      }
    });
  }

  /** Prepares a statement where it can do no harm. Throws the engine's error where the syntax is wrong. */
  async prepareAlone(sql: string): Promise<SingleStatementVerdict> {
    return this.connected(async (connection) => {
      try {
        const statements = await connection.extractStatements(sql);
        if (statements.count !== 1) return 'several';
        (await statements.prepare(0)).destroySync();
        return 'prepared';
      } catch (error) {
        const { type } = readDuckdbProblem(error);
        if (type === 'Parser') throw error;
        return type === 'Catalog' ? 'missing' : 'refused';
      }
    });
  }

  private async readUnclassified(): Promise<ReadonlySet<string>> {
    const rows = await this.connected(async (connection) => (await connection.runAndReadAll(FUNCTION_NAMES)).getRows());
    return new Set(rows.map(([name]) => String(name)).filter((name) => functionRule(name) === null));
  }

  private async parse(sql: string): Promise<QueryTree | null> {
    const json = await this.connected(async (_connection, parse) => {
      parse.bindVarchar(1, sql);
      return String((await parse.runAndReadAll()).getRows()[0]?.[0]);
    });
    const { error, statements } = JSON.parse(json) as { error: boolean; statements?: unknown[] };
    return error || statements?.length !== 1 ? null : readQueryTree(statements[0]);
  }

  /** Forgets the oldest first. */
  private remember(sql: string, tree: QueryTree | null): void {
    if (this.trees.size >= CACHED_QUERIES) this.trees.delete(this.trees.keys().next().value ?? '');
    this.trees.set(sql, tree);
  }

  /** Each call has a connection of its own, since two on one would end each other's results. */
  private async connected<T>(
    work: (connection: DuckDBConnection, parse: DuckDBPreparedStatement) => Promise<T>,
  ): Promise<T> {
    const lane = this.idle.pop() ?? (await this.newLane());
    try {
      return await work(lane.connection, lane.parse);
    } finally {
      if (this.idle.length < MOST_IDLE) this.idle.push(lane);
      else closeLane(lane);
    }
  }

  private async newLane(): Promise<Lane> {
    const connection = await this.instance.connect();
    return { connection, parse: await connection.prepare(PARSE) };
  }
}

function closeLane({ connection, parse }: Lane): void {
  parse.destroySync();
  connection.closeSync();
}
