/**
 * The table that every measurement reads: a million rows of twelve mixed columns, about 275 MB as CSV.
 * @param {import('pg').Client} client
 */
export async function createBigTable(client, rows = 1_000_000) {
  const { rows: found } = await client.query(`SELECT to_regclass('public.big') IS NOT NULL AS there`);
  if (found[0].there) return;
  await client.query(`
    CREATE TABLE big AS
    SELECT i::int8 AS id,
           'customer ' || md5(i::text) AS name,
           (i::int8 * 7919 % 100000000)::numeric(18,4) / 10000 AS amount,
           timestamptz '2026-01-01 00:00:00.123456+00' + i * interval '17 seconds' AS placed_at,
           i % 3 = 0 AS is_paid,
           jsonb_build_object('n', i, 'tags', jsonb_build_array('a', i % 10)) AS details,
           md5((i::int8 * 31)::text)::uuid AS token,
           sqrt(i) AS score,
           date '2020-01-01' + i % 2500 AS day,
           ARRAY[i, i % 7, NULL]::int[] AS numbers,
           CASE WHEN i % 5 = 0 THEN NULL ELSE 'says "' || i || E'", and\\nmore' END AS note,
           decode(md5(i::text), 'hex') AS digest
    FROM generate_series(1, ${rows}) AS i`);
  await client.query('ANALYZE big');
}
