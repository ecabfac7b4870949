import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { listNodes, planInResult, readPlan } from './index.js';
import { planText } from './testing/plan-text.js';

const QUERIES = [
  'select count(*) from t a join t b on a.id = b.parent where b.mark < 50',
  'with c as materialized (select * from t where mark < 5) select * from c x join c y on x.id = y.parent limit 7',
  'select id, (select count(*) from t c where c.parent = p.id) from t p where mark = (select min(mark) from t)',
  'select * from t where id not in (select parent from t where mark = 3) or exists (select 1 from t where mark = 9)',
  'with recursive d as (select id from t where id = 1 union select t.id from t join d on t.parent = d.id) select * from d',
  'update t set mark = mark + 1 where id < 50 returning id',
  'with gone as (delete from t where id > 4990 returning id) select 1',
  'select id from t union all select mark from t order by 1 desc',
];
/** A change that is rolled back leaves a larger table behind, whose plan has other costs. */
const READING = QUERIES.filter((sql) => !/update|delete/.test(sql));
const SESSIONS = ['', 'set local force_parallel_mode = on', "set local work_mem = '64kB'"];
const WORDS = ['ANALYZE', 'VERBOSE', 'BUFFERS', 'SETTINGS'] as const;
const MIXES = Array.from({ length: 2 ** WORDS.length }, (_, bits) =>
  WORDS.filter((_word, at) => (bits >> at) % 2 === 1),
);

describe('plans of a live Postgres', () => {
  const client = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL });

  beforeAll(async () => {
    await client.connect();
    await client.query(
      'create temp table t as select g as id, g / 2 as parent, g % 100 as mark from generate_series(1, 5000) g',
    );
    await client.query('create index on t (parent)');
    await client.query('analyze t');
  });
  afterAll(() => client.end());

  async function explain(session: string, options: readonly string[], sql: string): Promise<unknown> {
    await client.query('begin');
    if (session !== '') await client.query(session);
    const { rows } = await client.query<object>(`explain (${[...options, 'FORMAT JSON'].join(', ')}) ${sql}`);
    await client.query('rollback');
    return rows;
  }

  it.each(MIXES.map((options) => [options.join(', ') || 'no options', options] as const))(
    'give out their whole cost with %s',
    async (_, options) => {
      for (const session of SESSIONS)
        for (const sql of QUERIES) {
          const plan = readPlan(await explain(session, options, sql));
          const nodes = listNodes(plan.root);
          const total = plan.totalCost ?? NaN;
          const sum = nodes.reduce((cost, { ownCost }) => cost + (ownCost ?? NaN), 0);
          expect(Math.abs(sum - total)).toBeLessThanOrEqual(total * 1e-9);
          expect(plan.isAnalyzed).toBe(options.includes('ANALYZE'));
          expect(
            nodes.every(({ buffers }) => (buffers !== null) === options.includes('BUFFERS') || !plan.isAnalyzed),
          ).toBe(true);
        }
    },
  );

  it.each(['', 'ANALYZE, TIMING OFF, SUMMARY OFF', 'VERBOSE', 'COSTS OFF'])(
    'say in the text format what they say in JSON: %s',
    async (options) => {
      for (const session of SESSIONS)
        for (const sql of options.includes('ANALYZE') ? READING : QUERIES) {
          const inJson = readPlan(await explain(session, [options].filter(Boolean), sql));
          await client.query('begin');
          if (session !== '') await client.query(session);
          const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (${options || 'VERBOSE OFF'}) ${sql}`);
          await client.query('rollback');
          const shown = { columns: [{ name: 'QUERY PLAN' }], rows: rows.map((row) => [row['QUERY PLAN']]) };
          expect(planText(readPlan(planInResult(shown)))).toBe(planText(inJson));
        }
    },
  );
});
