import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dialectOf } from '#libs/dialects';
import { changeRulesOf } from '#libs/dialects/changes';
import { KEEPS_STATE_SQL } from '../../connections/engines/postgres/client/kept-state.js';
import { MARKED, OWN_SESSION } from '../../connections/engines/postgres/client/session-sharing.js';
import { END_SQL } from '../../connections/engines/postgres/leftover-backends.js';
import { STATE_SQL } from '../../connections/engines/postgres/liveness/backend-probe.js';
import { UNPREPARABLE_SQL, WRITTEN_SQL } from '../../connections/engines/postgres/statement-messages.js';
import { spatialColumnsSql } from '../../explore/spatial.sql.js';
import { transformStatement } from '../../results/positions/transform.sql.js';
import { FACTS_SQL } from '../../scheduler/kinds/backup/backup-kind.js';
import { FOREIGN_CODE_SQL } from '../../scheduler/kinds/backup/foreign-code.js';
import { SETTINGS_SQL, UNUSED_SQL } from '../../scheduler/kinds/backup/proof-databases.js';
import { LOCALE_SQL } from '../../scheduler/kinds/backup/proof-locale.js';
import { PROGRESS, TABLES } from '../../scheduler/kinds/maintenance-kinds.js';
import { TABLE_ROWS_SQL } from '../../studio/plan/table-rows.js';
import { estimatedBoundsSql } from '../../tiles/layers/estimated-bounds.sql.js';
import { POSTGIS_SQL } from '../../tiles/postgis-schema.js';

/** A query of the workbench that runs with the search path of a role. */
export interface OwnQuery {
  readonly name: string;
  readonly sql: string;
}

const ROOT = join(import.meta.dirname, '../../../..');
const ENGINE = 'server/src/connections/engines/postgres';
/** These call functions by their schema and no operator, or wrap a query of another file. */
const WITHOUT_QUERIES = [
  ...[`${ENGINE}/introspection/catalog-client.ts`, `${ENGINE}/introspection/catalog-settings.ts`],
  ...[`${ENGINE}/server-identity.ts`, `${ENGINE}/reader/read-frame.ts`, 'server/src/explore/explore.service.ts'],
  ...['server/src/scheduler/kinds/backup/restore-proof.ts', 'server/src/tiles/rows-of.ts'],
];

/** Their lines search pg_catalog alone, or nothing; not so these exports. */
const OF_CATALOG_LINES = ['catalog', 'introspection', 'objects'].map((folder) => `${ENGINE}/${folder}/`);
const BEFORE_THE_PATH_IS_SET = new Set([
  ...['IDENTITY_SQL', 'FINGERPRINT_SQL', 'INACCESSIBLE_SCHEMAS_SQL', 'LOCKED_TABLES_SQL'],
  ...['UNCOMMITTED_TYPE_NAMES_SQL', 'UNCOMMITTED_TABLE_NAMES_SQL'],
]);
const QUERY = /^\s*(?:SELECT|WITH)\b/;

/** The texts that are no `*.sql.ts`, and those that are made, by file; `schema` is where PostGIS is. */
function madeQueries(schema: string): Record<string, Record<string, string>> {
  return {
    [`${ENGINE}/client/kept-state.ts`]: { KEEPS_STATE_SQL },
    [`${ENGINE}/client/session-sharing.ts`]: { OWN_SESSION, MARKED },
    [`${ENGINE}/leftover-backends.ts`]: { END_SQL },
    [`${ENGINE}/liveness/backend-probe.ts`]: { STATE_SQL },
    [`${ENGINE}/statement-messages.ts`]: { UNPREPARABLE_SQL, WRITTEN_SQL },
    'server/src/explore/spatial.sql.ts': {
      withExtents: spatialColumnsSql(schema, 'with-extents'),
      withoutExtents: spatialColumnsSql(schema, 'without-extents'),
    },
    'server/src/results/positions/transform.sql.ts': { transformStatement: transformStatement(schema) },
    'server/src/scheduler/kinds/backup/backup-kind.ts': { FACTS_SQL },
    'server/src/scheduler/kinds/backup/foreign-code.ts': { FOREIGN_CODE_SQL },
    'server/src/scheduler/kinds/backup/proof-databases.ts': { UNUSED_SQL, SETTINGS_SQL },
    'server/src/scheduler/kinds/backup/proof-locale.ts': { LOCALE_SQL },
    'server/src/scheduler/kinds/maintenance-kinds.ts': { TABLES, PROGRESS: PROGRESS('1') },
    'server/src/studio/plan/table-rows.ts': { TABLE_ROWS_SQL },
    'server/src/tiles/layers/estimated-bounds.sql.ts': { estimatedBoundsSql: estimatedBoundsSql(schema) },
    'server/src/tiles/postgis-schema.ts': { POSTGIS_SQL },
    ...dialectQueries(),
  };
}

/** The table `public.measured` has the columns `a` and `b`. */
function dialectQueries(): Record<string, Record<string, string>> {
  const { sessions, values } = dialectOf('postgres');
  const changes = changeRulesOf('postgres');
  const { snapshots, sample } = changes;
  if (!snapshots || !sample) throw new Error('Postgres has lost some of its rules.');
  const [schema, table] = [`'public'`, `'measured'`];
  const rows = (expression: string): string => `SELECT ${expression} FROM public.measured`;
  const written = 'SELECT * FROM public.measured';
  const target = { target: 'public.measured', columns: ['a', 'b'], key: ['a'] };
  const texts: Record<string, string | null | undefined> = {
    mayLock: changes.mayLock?.(schema, table),
    referredColumns: changes.referredColumns?.(schema, table),
    transactionId: changes.transactionId,
    transactionStatus: changes.transactionStatus?.('1'),
    writtenRows: changes.writtenRows,
    exactValues: changes.exactValues,
    valueSettings: changes.valueSettings?.(true),
    sequences: changes.sequences?.read,
    putBack: changes.sequences?.putBack('s', 1n, null),
    putBackFrom: changes.sequences?.putBack('s', 1n, 2n),
    ownLast: changes.sequences?.ownLast('s'),
    heldLocks: changes.heldLocks,
    triggers: changes.triggers(schema, table),
    checksum: changes.checksum?.(written).replace('RETURNING *', ''),
    sampleSchema: sample.schemaOf(`'measured'`),
    sample: sample.wrap(written, target, 5).replace('RETURNING *', ''),
    compared: rows(`a = ${changes.compared("'1'", 'a', { kind: 'other', type: 'integer' })}`),
    textBeginning: rows(values.textBeginning('b', 'text', 10)),
    heldState: sessions.heldStateQuery,
  };
  const compared: Record<string, string> = {
    exported: snapshots.exported,
    othersSince: snapshots.othersSince(`'1:1:'`),
    unseen: snapshots.unseen,
    rowHash: rows(snapshots.rowHash('a, b')),
    canRead: snapshots.canRead(schema, table),
    isOwn: rows(snapshots.isOwn),
    isReplaced: rows(snapshots.isReplaced),
  };
  const known = Object.entries(texts).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return {
    'libs/dialects/postgres/changes.ts': Object.fromEntries(known),
    'libs/dialects/postgres/snapshots.ts': compared,
    'libs/dialects/postgres/index.ts': {},
    'libs/dialects/postgres/value-settings.ts': {},
    'libs/dialects/postgres/held-state-query.ts': {},
    // A statement that a person reads before it runs.
    'libs/dialects/postgres/imports.ts': {},
  };
}

/** Every own query, and the files with queries that are not listed. */
export async function ownQueries(schema: string): Promise<{ queries: OwnQuery[]; unlisted: string[] }> {
  const made = madeQueries(schema);
  const queries = Object.entries(made).flatMap(([file, texts]) =>
    Object.entries(texts).map(([name, sql]) => ({ name: `${file} ${name}`, sql })),
  );
  const unlisted: string[] = [];
  for (const file of await filesThatAskTheCatalog()) {
    if (file.endsWith('.sql.ts')) queries.push(...(await exportedQueries(file)));
    else if (made[file] === undefined && !WITHOUT_QUERIES.includes(file)) unlisted.push(file);
  }
  return { queries, unlisted };
}

async function exportedQueries(file: string): Promise<OwnQuery[]> {
  const exported = (await import(pathToFileURL(join(ROOT, file)).href)) as Record<string, unknown>;
  const isOfCatalogLine = OF_CATALOG_LINES.some((folder) => file.startsWith(folder));
  return Object.entries(exported).flatMap(([name, sql]) => {
    const runs = typeof sql === 'string' && QUERY.test(sql) && (!isOfCatalogLine || BEFORE_THE_PATH_IS_SET.has(name));
    return runs ? [{ name: `${file} ${name}`, sql }] : [];
  });
}

/** The state database is the workbench's own: no one else makes objects in it. */
async function filesThatAskTheCatalog(): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ['server/src', 'libs']) {
    const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      const file = relative(ROOT, join(entry.parentPath, entry.name));
      if (!entry.isFile() || !file.endsWith('.ts') || /\.spec\.ts$|\/testing\/|\/platform\//.test(file)) continue;
      if ((await readFile(join(ROOT, file), 'utf8')).includes('pg_catalog.')) found.push(file);
    }
  }
  return found;
}
