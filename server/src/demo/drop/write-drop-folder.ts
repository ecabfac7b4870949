import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { storeVisitorsCsv } from '../story/drop-files.js';
import { errorCode, isThere, renameNew } from '../../platform/index.js';
import { DROP_TEXTS } from './drop-names.js';
import { writeDropSums } from './drop-sums.js';

/**
 * Writes the folder of files that suppliers, stores and the web site have sent, and into `sumsFile` what is in those that
 * are no text. It appears under its name only when it is whole, unless it is there: then it gets the files that it lacks.
 * `partialFolder` names a folder beside it that may be written and deleted. Throws where a file has the folder's name.
 */
export async function writeDropFolder(folder: string, partialFolder: string, sumsFile: string): Promise<void> {
  await rm(partialFolder, { recursive: true, force: true });
  await mkdir(partialFolder, { recursive: true });
  for (const [name, text] of Object.entries(DROP_TEXTS)) await writeFile(join(partialFolder, name), text());
  await writeParquet(join(partialFolder, 'store_visitors'), storeVisitorsCsv());
  await writeDropSums(partialFolder, `${sumsFile}.partial`);
  if (await isThere(folder)) await addMissing(partialFolder, folder);
  else await rename(partialFolder, folder);
  await rename(`${sumsFile}.partial`, sumsFile);
}

async function addMissing(from: string, folder: string): Promise<void> {
  for (const name of await readdir(from))
    await renameNew(join(from, name), join(folder, name)).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    });
  await rm(from, { recursive: true });
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
