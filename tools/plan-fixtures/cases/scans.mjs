import { FOREIGN } from '../setup.mjs';
import { PARALLEL, off } from './plan-case.mjs';

const XML_TABLE = `SELECT * FROM xmltable('/a/b' PASSING ('<a><b>1</b><b>2</b></a>'::xml) COLUMNS b int PATH '.')`;
const TRANSITION = `
CREATE TABLE IF NOT EXISTS plan_lines (line text);
CREATE OR REPLACE FUNCTION write_plan_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE line text; BEGIN
  FOR line IN EXECUTE current_setting('plans.explain') || ' SELECT * FROM moved WHERE region = 2' LOOP
    INSERT INTO plan_lines VALUES (line);
  END LOOP; RETURN NULL;
END $$;
CREATE TRIGGER writes_plan_lines AFTER UPDATE ON city REFERENCING NEW TABLE AS moved FOR EACH STATEMENT EXECUTE PROCEDURE write_plan_lines();
`;

/**
 * Plans that read tables, indexes, functions and foreign tables.
 * @type {readonly import('./plan-case.mjs').PlanCase[]}
 */
export const SCANS = [
  {
    name: 'bitmap-and',
    shows: ['BitmapAnd', 'Bitmap Index Scan', 'Bitmap Heap Scan'],
    settings: off('seqscan', 'indexscan'),
    sql: 'SELECT * FROM trip WHERE day = 5 AND price = 3',
  },
  {
    name: 'bitmap-or',
    shows: ['BitmapOr'],
    settings: off('seqscan'),
    sql: 'SELECT * FROM trip WHERE day = 5 OR price = 3',
  },
  {
    name: 'bitmap-parallel',
    shows: ['Parallel Bitmap Heap Scan'],
    settings: [...PARALLEL, ...off('seqscan', 'indexscan', 'indexonlyscan')],
    sql: 'SELECT count(to_city) FROM trip WHERE day < 100',
  },
  { name: 'seq-scan', shows: ['Seq Scan', 'Filter'], sql: 'SELECT * FROM trip WHERE to_city + 0 = 5' },
  {
    name: 'seq-scan-parallel',
    shows: ['Parallel Seq Scan', 'Gather'],
    settings: PARALLEL,
    sql: 'SELECT * FROM trip WHERE to_city + 0 = 5',
  },
  {
    name: 'sample-scan',
    shows: ['Sample Scan'],
    sql: 'SELECT count(*) FROM trip TABLESAMPLE bernoulli (20) REPEATABLE (3)',
  },
  { name: 'index-scan', shows: ['Index Scan using trip_pkey'], sql: 'SELECT * FROM trip WHERE id = 77' },
  { name: 'index-scan-backward', shows: ['Index Scan Backward'], sql: 'SELECT * FROM trip ORDER BY id DESC LIMIT 3' },
  { name: 'index-only-scan', shows: ['Index Only Scan'], sql: 'SELECT count(*) FROM trip WHERE day = 5' },
  {
    name: 'index-only-scan-parallel',
    shows: ['Parallel Index Only Scan'],
    settings: [...PARALLEL, ...off('seqscan', 'bitmapscan')],
    sql: 'SELECT count(*) FROM trip WHERE day < 200',
  },
  { name: 'tid-scan', shows: ['Tid Scan'], sql: "SELECT * FROM trip WHERE ctid = '(0,1)'" },
  {
    name: 'tid-range-scan',
    since: 14,
    shows: ['Tid Range Scan'],
    sql: "SELECT count(*) FROM trip WHERE ctid < '(3,0)'",
  },
  {
    name: 'subquery-scan',
    shows: ['Subquery Scan'],
    sql: 'SELECT * FROM (SELECT id, row_number() OVER (ORDER BY id) AS nr FROM city) c WHERE nr % 10 = 3',
  },
  {
    name: 'function-scan',
    shows: ['Function Scan on generate_series'],
    sql: 'SELECT * FROM generate_series(1, 10) g WHERE g > 5',
  },
  {
    name: 'function-scan-with-ordinality',
    shows: ['Function Scan'],
    sql: 'SELECT * FROM ROWS FROM (generate_series(1, 3), unnest(ARRAY[4, 5])) WITH ORDINALITY',
  },
  { name: 'table-function-scan', shows: ['Table Function Scan on "xmltable"'], sql: XML_TABLE },
  {
    name: 'table-function-scan-json',
    since: 17,
    shows: ['Table Function Scan on "json_table"'],
    sql: `SELECT * FROM json_table(jsonb '[1,2]', '$[*]' COLUMNS (n int PATH '$'))`,
  },
  { name: 'values-scan', shows: ['Values Scan'], sql: 'SELECT * FROM (VALUES (1), (2), (3)) v(n) WHERE n > 1' },
  {
    name: 'cte-scan',
    since: 12,
    shows: ['CTE Scan', 'CTE c'],
    sql: 'WITH c AS MATERIALIZED (SELECT * FROM city WHERE region = 2) SELECT * FROM c x JOIN c y ON x.id = y.id + 7',
  },
  {
    name: 'cte-scan-fenced',
    until: 11,
    shows: ['CTE Scan', 'CTE c'],
    sql: 'WITH c AS (SELECT * FROM city WHERE region = 2) SELECT * FROM c x JOIN c y ON x.id = y.id + 7',
  },
  {
    name: 'named-tuplestore-scan',
    shows: ['Named Tuplestore Scan'],
    before: TRANSITION,
    into: 'plan_lines',
    sql: 'UPDATE city SET region = 2 WHERE id <= 10',
  },
  {
    name: 'foreign-scan',
    shows: ['Foreign Scan on plans.far_city'],
    before: FOREIGN,
    sql: 'SELECT * FROM far_city WHERE region = 2',
    options: ['VERBOSE'],
  },
  {
    name: 'foreign-join',
    shows: ['Foreign Scan', 'Relations'],
    before: FOREIGN,
    sql: 'SELECT * FROM far_city a JOIN far_city b ON a.id = b.region',
    options: ['VERBOSE'],
    settings: ['enable_mergejoin = off', 'enable_hashjoin = off', 'enable_nestloop = off'],
  },
  {
    name: 'foreign-update',
    shows: ['Foreign Update on far_city'],
    before: FOREIGN,
    sql: 'UPDATE far_city SET region = 3 WHERE id = 1',
  },
  {
    name: 'foreign-scan-async',
    since: 14,
    shows: ['Async Foreign Scan'],
    before: `${FOREIGN} ALTER SERVER itself OPTIONS (ADD async_capable 'true'); CREATE FOREIGN TABLE far_log (day int, word text) SERVER itself OPTIONS (schema_name 'plans', table_name 'log');`,
    sql: 'SELECT day FROM far_log UNION ALL SELECT id FROM far_city',
  },
];
