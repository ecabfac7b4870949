import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

/** What a Parquet file holds: its columns with DuckDB's names of their types, and each value as DuckDB prints it. */
export interface ParquetContents {
  readonly names: string[];
  readonly types: string[];
  /** All of them, whatever the condition. */
  readonly rowCount: number;
  readonly rows: (string | null)[][];
}

/** Reads a Parquet file with a DuckDB of its own, in UTC; of its rows those that meet the condition. */
export async function readParquet(file: Buffer, condition = 'true'): Promise<ParquetContents> {
  const folder = mkdtempSync(join(tmpdir(), 'read-parquet-'));
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    const path = join(folder, 'a.parquet');
    writeFileSync(path, file);
    await connection.run("SET TimeZone = 'UTC'");
    const describe = await connection.runAndReadAll(`SELECT column_name, column_type FROM (DESCRIBE FROM '${path}')`);
    const described = describe.getRowsJson() as [string, string][];
    const texts = described.map(([name]) => `CAST("${name.replaceAll('"', '""')}" AS VARCHAR)`);
    const reader = await connection.runAndReadAll(`SELECT ${texts.join(', ')} FROM '${path}' WHERE ${condition}`);
    const counted = await connection.runAndReadAll(`SELECT count(*) FROM '${path}'`);
    return {
      rowCount: Number(counted.getRowsJson()[0]?.[0]),
      names: described.map(([name]) => name),
      types: described.map(([, type]) => type),
      rows: reader.getRowsJson() as (string | null)[][],
    };
  } finally {
    connection.closeSync();
    instance.closeSync();
    rmSync(folder, { recursive: true });
  }
}
