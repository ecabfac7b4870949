/** Rows of each table: a preview shows the first 200 of them. */
const ROWS = 500;

/**
 * Makes schemas of so many tables each, of different widths, with rows, comments and keys.
 * @param {import('pg').Client} client @param {readonly number[]} sizes @returns {Promise<string[]>} names of the tables
 */
export async function createManySchemas(client, sizes) {
  const names = [];
  for (const [place, size] of sizes.entries()) {
    const schema = `browsed_${place}`;
    await client.query(`CREATE SCHEMA ${schema}`);
    for (let table = 0; table < size; table += 1) {
      names.push(`${schema}.table_${table}`);
      await client.query(tableSql(`${schema}.table_${table}`, 6 + (table % 5) * 6));
    }
  }
  return names;
}

/** @param {import('pg').Client} client @param {readonly number[]} sizes */
export async function dropManySchemas(client, sizes) {
  // One at a time: a transaction holds a lock on each table that it drops.
  for (const place of sizes.keys()) await client.query(`DROP SCHEMA browsed_${place} CASCADE`);
}

/** @param {string} name @param {number} width */
function tableSql(name, width) {
  const columns = Array.from({ length: width }, (_, n) => `md5((i * ${n + 1})::text) AS column_${n}`).join(', ');
  return `CREATE TABLE ${name} AS SELECT i AS id, ${columns} FROM generate_series(1, ${ROWS}) AS i;
    ALTER TABLE ${name} ADD PRIMARY KEY (id);
    COMMENT ON TABLE ${name} IS 'One of many tables, with a comment as people write them.'`;
}
