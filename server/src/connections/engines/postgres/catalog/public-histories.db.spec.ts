import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyDiff, canonicalCatalog, diffCatalogs, recreatedTables, traceRenames } from '#libs/catalog';
import type { Catalog, TableIdentity } from '#libs/catalog';
import { createTestDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';
import type { ReadTable } from '../../catalog-reader.js';
import { WorkbenchClient } from '../client/workbench-client.js';
import { readCatalog } from './read-catalog.js';

const FOLDER = join(import.meta.dirname, 'testing/histories');
const STEP = /^-- step: (.*)$/m;

let database: TestDatabase;
let client: WorkbenchClient;
beforeAll(async () => {
  database = await createTestDatabase();
  const { host, port, user, password, database: name } = database.config;
  client = new WorkbenchClient({ host, port, user, database: name, ...(password === null ? {} : { password }) });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.dispose();
});

interface Read {
  readonly catalog: Catalog;
  readonly identities: readonly TableIdentity[];
}

async function read(): Promise<Read> {
  const reading = await readCatalog(client, null);
  const tables = [...(reading.tables ?? [])];
  const objects = reading.tables === null ? [] : reading.objects.map(({ object }) => object);
  return { catalog: { tables: tables.map(({ table }) => table), objects }, identities: tables.map(identityOf) };
}

function identityOf({ table, objectId, columnNumbers }: ReadTable): TableIdentity {
  const numbers = table.columns.map((column, index) => [column.name, columnNumbers[index] ?? -1] as const);
  return { schema: table.schema, name: table.name, object_id: objectId, column_numbers: new Map(numbers) };
}

/** What is reported of a step, a line each. */
function reportOf(before: Read, after: Read): string[] {
  const changes = diffCatalogs(before.catalog, after.catalog);
  expect(applyDiff(before.catalog, changes)).toEqual(canonicalCatalog(after.catalog));
  const traced = traceRenames(changes, before.identities, after.identities);
  const made = recreatedTables(before.identities, after.identities).map((table) => `  made anew: ${table}`);
  return [
    ...traced.map(({ summary, renamed_from: from }) => `  ${summary}${from === undefined ? '' : ` (was ${from})`}`),
    ...made,
  ];
}

/** Applies the steps of a history one after another and reports each of them. */
async function history(name: string): Promise<string> {
  const [, ...parts] = readFileSync(join(FOLDER, `${name}.sql`), 'utf8').split(STEP);
  const lines: string[] = [];
  let before = await read();
  for (let index = 0; index < parts.length; index += 2) {
    await client.query(parts[index + 1] ?? '');
    const after = await read();
    lines.push(parts[index] ?? '', ...reportOf(before, after));
    before = after;
  }
  return `${lines.join('\n')}\n`;
}

describe('the schemas of public applications, migrated step by step', () => {
  it.each([
    ['unleash', 73],
    ['medusa', 116],
    ['graphile-worker', 4],
  ])('%s, with %i tables in the end', async (name, tableCount) => {
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public; SET search_path = public');
    expect(await history(name)).toBe(readFileSync(join(FOLDER, `${name}.txt`), 'utf8'));
    expect((await read()).catalog.tables).toHaveLength(tableCount);
  });
});
