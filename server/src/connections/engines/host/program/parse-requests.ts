import type { DuckDBConnection } from '@duckdb/node-api';
import { withoutTerminator } from '#libs/sql';
import type { HostRequest } from '../protocol.js';

const OPTIONS = {
  threads: '1',
  memory_limit: '64MiB',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  enable_external_access: 'false',
  lock_configuration: 'true',
  errors_as_json: 'true',
};

/** Reads statements with DuckDB's parser, in a database that holds nothing. */
export class ParseRequests {
  private parser: Promise<DuckDBConnection> | null = null;

  /** What the parser says of each statement; null where it takes one. */
  async parse({ statements }: Extract<HostRequest, { op: 'parse' }>): Promise<(string | null)[]> {
    this.parser ??= open();
    const parser = await this.parser;
    const complaints: (string | null)[] = [];
    for (const sql of statements) complaints.push(await complaintOf(parser, sql));
    return complaints;
  }

  /** Whether a text is exactly one query: in brackets stands nothing else. */
  async isQuery({ sql }: Extract<HostRequest, { op: 'is-query' }>): Promise<boolean> {
    this.parser ??= open();
    const parser = await this.parser;
    for (const text of [sql, `FROM (\n${withoutTerminator(sql, 'duckdb')}\n)`]) {
      if ((await statementCount(parser, text)) !== 1) return false;
    }
    return true;
  }
}

async function open(): Promise<DuckDBConnection> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  return (await DuckDBInstance.create(':memory:', OPTIONS)).connect();
}

async function complaintOf(parser: DuckDBConnection, sql: string): Promise<string | null> {
  try {
    await parser.extractStatements(sql);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** 0 where the parser does not take the text. */
async function statementCount(parser: DuckDBConnection, sql: string): Promise<number> {
  try {
    return (await parser.extractStatements(sql)).count;
  } catch {
    return 0;
  }
}
