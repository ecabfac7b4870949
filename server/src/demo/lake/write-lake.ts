import { rm, writeFile } from 'node:fs/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { isThere, renameNew } from '../../platform/index.js';
import { instantText } from '../story/calendar.js';
import { CAMPAIGNS, webVisits } from '../story/web-visits.js';
import { CREATE_LAKE, FILL_LAKE } from './lake-schema.sql.js';

/**
 * Writes the DuckDB file with the web shop's visits. It appears under its name only when it is whole.
 * `partialFile` names a file beside it that may be written and deleted. Throws where the file or a log of it is there.
 */
export async function writeLake(file: string, partialFile: string): Promise<void> {
  const sources = { visits: `${partialFile}.visits.csv`, events: `${partialFile}.events.csv` };
  const leftovers = [partialFile, `${partialFile}.wal`, sources.visits, sources.events];
  if (await isThere(`${file}.wal`)) throw new Error(`${file}.wal is there without its database. Move it away.`);
  await removeAll(leftovers);
  try {
    await writeSources(sources);
    await makeDatabase(partialFile, sources);
    await renameNew(partialFile, file);
  } finally {
    await removeAll(leftovers);
  }
}

async function makeDatabase(file: string, sources: { visits: string; events: string }): Promise<void> {
  const instance = await DuckDBInstance.create(file, { threads: '2' });
  try {
    const connection = await instance.connect();
    await connection.run(CREATE_LAKE);
    for (const statement of FILL_LAKE(literal(sources.visits), literal(sources.events)))
      await connection.run(statement);
    for (const { name, channel, startsOn, endsOn, budgetEuros } of CAMPAIGNS) {
      const values = [name, channel, startsOn, endsOn].map(literal).join(', ');
      await connection.run(`INSERT INTO campaigns VALUES (${values}, ${String(budgetEuros)})`);
    }
    await connection.run('CHECKPOINT');
    connection.closeSync();
  } finally {
    instance.closeSync();
  }
}

async function writeSources(sources: { visits: string; events: string }): Promise<void> {
  const visits: string[] = [];
  const events: string[] = [];
  for (const visit of webVisits()) {
    visits.push(
      [
        ...[visit.id, instantText(visit.startedAt), visit.customerId, visit.source, visit.campaign, visit.device],
        ...[visit.country, visit.pageViews, visit.durationSeconds, visit.orderId],
      ].join(','),
    );
    for (const { happenedAt, kind, productId, query } of visit.events) {
      events.push([visit.id, instantText(happenedAt), kind, productId, query].join(','));
    }
  }
  await writeFile(sources.visits, visits.join('\n'));
  await writeFile(sources.events, events.join('\n'));
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

async function removeAll(files: readonly string[]): Promise<void> {
  for (const file of files) await rm(file, { force: true });
}
