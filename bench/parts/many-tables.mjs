/** A transaction holds a lock on each table that it makes. */
const AT_ONCE = 500;

/** Makes so many tables of twelve columns, a multiple of 500. @param {import('pg').Client} client @param {number} count */
export async function createManyTables(client, count) {
  const columns = Array.from({ length: 12 }, (_, n) => `column_${n} int`).join(', ');
  for (let from = 0; from < count; from += AT_ONCE) await each(client, from, `CREATE TABLE %I (${columns})`);
}

/** Takes them away. @param {import('pg').Client} client @param {number} count */
export async function dropManyTables(client, count) {
  for (let from = 0; from < count; from += AT_ONCE) await each(client, from, 'DROP TABLE %I');
}

/** @param {import('pg').Client} client @param {number} from @param {string} statement */
async function each(client, from, statement) {
  await client.query(
    `DO $$ BEGIN FOR n IN ${from}..${from + AT_ONCE - 1} LOOP
       EXECUTE format('${statement}', 'bench_table_' || n); END LOOP; END $$`,
  );
}
