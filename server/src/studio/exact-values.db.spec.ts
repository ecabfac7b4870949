import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { psql } from './testing/psql.js';
import { StudioApp } from './testing/studio-app.js';

/** Stands for NULL in what psql prints. */
const NULL_MARK = '<null>';

/** What psql prints for one expression. */
async function printed(expression: string): Promise<string> {
  const output = await psql(`SELECT ${expression}`, ['-A', '-t', '-P', `null=${NULL_MARK}`]);
  return output.toString().replace(/\n$/, '');
}

describe('a value that the API returns', () => {
  let app: StudioApp;
  beforeAll(async () => {
    app = await StudioApp.start();
    await app.run("DROP TYPE IF EXISTS exact_mood, exact_pair; CREATE TYPE exact_mood AS ENUM ('so so', 'fine')");
    await app.run(
      'CREATE TYPE exact_pair AS (a int, b text); DROP DOMAIN IF EXISTS exact_count; CREATE DOMAIN exact_count AS int8',
    );
  });
  afterAll(async () => {
    await app.run('DROP TYPE exact_mood, exact_pair; DROP DOMAIN exact_count');
    await app.stop();
  });

  it.each([
    '9223372036854775807::int8',
    '(-9223372036854775808)::int8',
    '(1::numeric / 3)::numeric(1000,500)',
    "'NaN'::numeric",
    "'Infinity'::float8",
    '0.1::float8 + 0.2::float8',
    "timestamp '2026-01-02 03:04:05.678901'",
    "timestamptz '2026-01-02 03:04:05.678901+05:30'",
    "timestamptz '-infinity'",
    "date '0044-03-15 BC'",
    "interval '1 year -2 mons 3 days 04:05:06.789'",
    `'{"n": 12345678901234567890.123456789,  "n2": 1e400}'::jsonb`,
    `'{"two":  "spaces", "two": 2}'::json`,
    `ARRAY['a', NULL, 'q"uo\\te', '', 'x,y']`,
    "'\\xdeadbeef00'::bytea",
    "B'10101'::bit(5)",
    "'fine'::exact_mood",
    '7::exact_count',
    "'[1,5)'::int4range",
    'ROW(1, \'a "b", c\')::exact_pair',
    "'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'::uuid",
    '(-1234.56)::money',
    "''",
    'NULL::text',
    "'😀 𝒳 é'",
  ])('is what psql prints: %s', async (expression) => {
    const { rows } = (await app.run(`SELECT ${expression}`)).statements[0] ?? { rows: [] };
    expect(rows).toHaveLength(1);
    expect(rows[0]?.[0] ?? NULL_MARK).toBe(await printed(expression));
  });
});
