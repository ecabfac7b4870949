import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { storeVisitorsCsv } from '../story/drop-files.js';
import { DROP_TEXTS } from './drop-names.js';
import { writeDropSums } from './drop-sums.js';

/**
 * Writes the folder of files that suppliers, stores and the web site have sent, and into `sumsFile` what is in those that
 * are no text. It appears under its name only when it is whole; `partialFolder` names a folder beside it that may be
 * written and deleted. Throws where the folder is there and has files.
 */
export async function writeDropFolder(folder: string, partialFolder: string, sumsFile: string): Promise<void> {
  await rm(partialFolder, { recursive: true, force: true });
  await mkdir(partialFolder, { recursive: true });
  for (const [name, text] of Object.entries(DROP_TEXTS)) await writeFile(join(partialFolder, name), text());
  await writeParquet(join(partialFolder, 'store_visitors'), storeVisitorsCsv());
  await writeDropSums(partialFolder, sumsFile);
  await rename(partialFolder, folder);
}

async function writeParquet(pathWithoutEnding: string, csv: string): Promise<void> {
  const source = `${pathWithoutEnding}.csv`;
  await writeFile(source, csv);
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  try {
    const connection = await instance.connect();
    await connection.run(`COPY (SELECT * FROM read_csv(${literal(source)}, header=true, nullstr='', columns={
      'store_code': 'VARCHAR', 'day': 'DATE', 'visitors': 'INTEGER', 'rain_mm': 'DECIMAL(5,1)'}))
      TO ${literal(`${pathWithoutEnding}.parquet`)} (FORMAT parquet, COMPRESSION zstd)`);
    connection.closeSync();
  } finally {
    instance.closeSync();
    await rm(source, { force: true });
  }
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
