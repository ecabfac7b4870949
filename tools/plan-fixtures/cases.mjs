import { FOREIGN } from './setup.mjs';

/**
 * A statement whose plan shows a node of a documented kind.
 * @typedef {object} PlanCase
 * @property {string} name
 * @property {readonly string[]} shows Words that the plan in the text format must hold, so that no case loses its point.
 * @property {string} sql
 * @property {readonly string[]} [settings] Such as `enable_hashjoin = off`, for this case alone.
 * @property {number} [since] The first version that has the node or the syntax.
 * @property {number} [until] The last version that does.
 * @property {string} [before] Statements that the case needs besides the common tables.
 * @property {readonly string[]} [options] Of EXPLAIN, besides ANALYZE and BUFFERS.
 * @property {boolean} [isEstimated] Whether it is only estimated.
 * @property {string} [into] The table into which the plan is written from where the statement runs, such as a trigger.
 */

/** @param {readonly string[]} names */
const off = (...names) => names.map((name) => `enable_${name} = off`);
const PARALLEL = [
  'max_parallel_workers_per_gather = 2',
  'parallel_setup_cost = 0',
  'parallel_tuple_cost = 0',
  'min_parallel_table_scan_size = 0',
  'min_parallel_index_scan_size = 0',
];
const UPSERT = `INSERT INTO city SELECT id, name, region FROM city
  ON CONFLICT (id) DO UPDATE SET name = excluded.name WHERE city.region > 3`;
const MERGE = `MERGE INTO city USING (SELECT id + 50 AS id FROM city) more ON more.id = city.id
  WHEN MATCHED AND region = 1 THEN DELETE WHEN MATCHED THEN UPDATE SET region = 9
  WHEN NOT MATCHED THEN INSERT VALUES (more.id, 'new', 1)`;
const XML_TABLE = `SELECT * FROM xmltable('/a/b' PASSING ('<a><b>1</b><b>2</b></a>'::xml) COLUMNS b int PATH '.')`;
const TRANSITION = `
CREATE TABLE IF NOT EXISTS told (line text);
CREATE OR REPLACE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE line text; BEGIN
  FOR line IN EXECUTE current_setting('plans.explain') || ' SELECT * FROM moved WHERE region = 2' LOOP
    INSERT INTO told VALUES (line);
  END LOOP; RETURN NULL;
END $$;
CREATE TRIGGER tells AFTER UPDATE ON city REFERENCING NEW TABLE AS moved FOR EACH STATEMENT EXECUTE PROCEDURE tell();
`;

/** @type {readonly PlanCase[]} */
export const CASES = [
  { name: 'result', shows: ['Result'], sql: 'SELECT 1 + random()' },
  {
    name: 'result-one-time-filter',
    shows: ['Result', 'One-Time Filter'],
    sql: 'SELECT * FROM city WHERE current_user = $$x$$',
  },
  { name: 'project-set', shows: ['ProjectSet'], sql: 'SELECT generate_series(1, region) FROM city WHERE id < 20' },
  { name: 'insert', shows: ['Insert on city'], sql: "INSERT INTO city SELECT id + 100, 'new', region FROM city" },
  { name: 'upsert', shows: ['Insert on city', 'Conflict Filter'], sql: UPSERT },
  { name: 'update', shows: ['Update on city'], sql: 'UPDATE city SET region = 8 WHERE id < 10 RETURNING *' },
  { name: 'delete', shows: ['Delete on city'], sql: 'DELETE FROM city WHERE region = 3' },
  { name: 'merge', since: 15, shows: ['Merge on city'], sql: MERGE },
  {
    name: 'merge-not-matched-by-source',
    since: 17,
    shows: ['Merge on city'],
    sql: `${MERGE} WHEN NOT MATCHED BY SOURCE THEN DELETE`,
  },
  {
    name: 'update-partitions',
    shows: ['Update on log', 'Update on log_1'],
    sql: "UPDATE log SET word = 'x' WHERE day < 150",
  },
  {
    name: 'writable-cte',
    shows: ['CTE gone', 'Delete on trip'],
    sql: 'WITH gone AS (DELETE FROM trip WHERE id <= 5 RETURNING *) SELECT count(*) FROM gone',
  },
  { name: 'append', shows: ['Append'], sql: 'SELECT id FROM city UNION ALL SELECT region FROM city' },
  {
    name: 'append-partitions',
    shows: ['Append', 'log_2'],
    sql: 'SELECT count(*) FROM log WHERE day BETWEEN 50 AND 150',
  },
  {
    name: 'append-pruned-at-start',
    since: 12,
    shows: ['Append', 'Subplans Removed'],
    sql: "SELECT * FROM log WHERE day = length(current_setting('search_path'))",
  },
  {
    name: 'append-parallel',
    since: 11,
    settings: PARALLEL,
    shows: ['Parallel Append'],
    sql: 'SELECT count(*) FROM log',
  },
  {
    name: 'merge-append',
    shows: ['Merge Append'],
    settings: off('sort', 'seqscan', 'bitmapscan'),
    sql: 'SELECT * FROM (SELECT day FROM log_1 UNION ALL SELECT day FROM log_2) d ORDER BY day LIMIT 5',
  },
  {
    name: 'recursive-union',
    shows: ['Recursive Union', 'WorkTable Scan', 'CTE Scan'],
    sql: 'WITH RECURSIVE way(city, legs) AS (SELECT 1, 0 UNION SELECT to_city, legs + 1 FROM way JOIN trip ON from_city = city WHERE legs < 2) SELECT * FROM way',
  },
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
    into: 'told',
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
  {
    name: 'nested-loop',
    shows: ['Nested Loop'],
    settings: off('hashjoin', 'mergejoin'),
    sql: 'SELECT * FROM city JOIN trip ON trip.id = city.id WHERE region = 2',
  },
  {
    name: 'nested-loop-left',
    shows: ['Nested Loop Left Join'],
    settings: off('hashjoin', 'mergejoin'),
    sql: 'SELECT * FROM city LEFT JOIN trip ON trip.id = city.id WHERE region = 2',
  },
  {
    name: 'nested-loop-semi',
    shows: ['Nested Loop Semi Join'],
    settings: off('hashjoin', 'mergejoin'),
    sql: 'SELECT * FROM city WHERE EXISTS (SELECT 1 FROM trip WHERE from_city = city.id AND to_city > 50)',
  },
  {
    name: 'nested-loop-anti',
    shows: ['Nested Loop Anti Join'],
    settings: off('hashjoin', 'mergejoin'),
    sql: 'SELECT * FROM city WHERE NOT EXISTS (SELECT 1 FROM trip WHERE from_city = city.id AND to_city > 98)',
  },
  {
    name: 'merge-join',
    shows: ['Merge Join', 'Sort'],
    settings: off('hashjoin', 'nestloop'),
    sql: 'SELECT * FROM city a JOIN city b ON a.id = b.region',
  },
  {
    name: 'merge-full-join',
    shows: ['Merge Full Join'],
    settings: off('hashjoin'),
    sql: 'SELECT * FROM city a FULL JOIN city b ON a.id = b.region',
  },
  {
    name: 'merge-anti-join',
    shows: ['Merge Anti Join'],
    settings: off('hashjoin', 'nestloop'),
    sql: 'SELECT * FROM trip WHERE NOT EXISTS (SELECT 1 FROM city WHERE city.id = trip.id)',
  },
  { name: 'hash-join', shows: ['Hash Join', 'Hash'], sql: 'SELECT * FROM trip JOIN city ON city.id = to_city' },
  {
    name: 'hash-left-join',
    shows: ['Hash Left Join'],
    sql: 'SELECT * FROM trip LEFT JOIN city ON city.id = to_city AND region = 1',
  },
  {
    name: 'hash-right-join',
    shows: ['Hash Right Join'],
    sql: 'SELECT * FROM city LEFT JOIN trip ON city.id = to_city AND price > 0',
  },
  { name: 'hash-full-join', shows: ['Hash Full Join'], sql: 'SELECT * FROM trip FULL JOIN city ON city.id = to_city' },
  {
    name: 'hash-semi-join',
    shows: ['Hash Semi Join'],
    settings: off('hashagg', 'sort', 'nestloop', 'mergejoin'),
    sql: 'SELECT * FROM trip WHERE to_city IN (SELECT region FROM city) AND price > 90',
  },
  {
    name: 'hash-anti-join',
    shows: ['Hash Anti Join'],
    sql: 'SELECT * FROM trip WHERE NOT EXISTS (SELECT 1 FROM city WHERE city.id = to_city AND region = 1)',
  },
  {
    name: 'hash-right-anti-join',
    since: 16,
    shows: ['Hash Right Anti Join'],
    sql: 'SELECT * FROM city WHERE NOT EXISTS (SELECT 1 FROM trip WHERE city.id = to_city AND price > 0)',
    settings: ["work_mem = '64kB'", ...off('nestloop', 'mergejoin')],
  },
  {
    name: 'hash-right-semi-join',
    since: 18,
    shows: ['Hash Right Semi Join'],
    sql: 'SELECT * FROM city WHERE EXISTS (SELECT 1 FROM trip WHERE city.id = to_city AND price = day)',
    settings: off('nestloop', 'mergejoin', 'hashagg', 'sort'),
  },
  {
    name: 'hash-join-parallel',
    since: 11,
    shows: ['Parallel Hash Join', 'Parallel Hash'],
    settings: [...PARALLEL, ...off('mergejoin', 'nestloop')],
    sql: 'SELECT count(*) FROM trip a JOIN trip b ON a.id = b.day',
  },
  {
    name: 'hash-join-batches',
    shows: ['Hash Join', 'Batches'],
    settings: ["work_mem = '64kB'", ...off('mergejoin', 'nestloop')],
    sql: 'SELECT * FROM trip a JOIN trip b ON a.id = b.day',
  },
  {
    name: 'materialize',
    shows: ['Materialize'],
    settings: off('hashjoin', 'mergejoin'),
    sql: 'SELECT * FROM city a JOIN city b ON a.region < b.region',
  },
  {
    name: 'memoize',
    since: 14,
    shows: ['Memoize'],
    settings: off('hashjoin', 'mergejoin'),
    sql: 'SELECT * FROM trip JOIN city ON city.id = to_city WHERE day < 100',
  },
  { name: 'sort', shows: ['Sort', 'quicksort'], sql: 'SELECT * FROM city ORDER BY name' },
  {
    name: 'sort-top-n',
    shows: ['Sort', 'top-N heapsort', 'Limit'],
    sql: 'SELECT * FROM trip ORDER BY to_city LIMIT 5',
  },
  {
    name: 'sort-on-disk',
    shows: ['external merge'],
    settings: ["work_mem = '64kB'"],
    sql: 'SELECT * FROM trip ORDER BY to_city',
  },
  {
    name: 'incremental-sort',
    since: 13,
    shows: ['Incremental Sort', 'Presorted Key'],
    settings: off('sort', 'seqscan', 'bitmapscan').slice(1),
    sql: 'SELECT * FROM trip ORDER BY day, price LIMIT 100',
  },
  {
    name: 'group',
    shows: ['Group', 'Group Key'],
    settings: off('hashagg'),
    sql: 'SELECT region FROM city GROUP BY region',
  },
  { name: 'aggregate-plain', shows: ['Aggregate'], sql: 'SELECT sum(price) FROM trip' },
  {
    name: 'aggregate-sorted',
    shows: ['GroupAggregate'],
    settings: off('hashagg'),
    sql: 'SELECT region, count(*) FROM city GROUP BY region',
  },
  { name: 'aggregate-hashed', shows: ['HashAggregate'], sql: 'SELECT to_city, count(*) FROM trip GROUP BY to_city' },
  {
    name: 'aggregate-mixed',
    shows: ['MixedAggregate'],
    sql: 'SELECT region, name, count(*) FROM city GROUP BY CUBE (region, name)',
  },
  {
    name: 'aggregate-grouping-sets',
    shows: ['GroupAggregate'],
    settings: off('hashagg'),
    sql: 'SELECT region, name, count(*) FROM city GROUP BY ROLLUP (region, name)',
  },
  {
    name: 'aggregate-cube-sorted',
    shows: ['GroupAggregate', 'Sort Key: name'],
    settings: off('hashagg'),
    sql: 'SELECT region, name, count(*) FROM city GROUP BY CUBE (region, name)',
  },
  {
    name: 'aggregate-on-disk',
    since: 13,
    shows: ['HashAggregate', 'Disk'],
    settings: ["work_mem = '64kB'", ...off('sort')],
    sql: 'SELECT to_city * 1000 + day, count(*) FROM trip GROUP BY 1',
  },
  {
    name: 'aggregate-parallel',
    shows: ['Finalize Aggregate', 'Partial Aggregate', 'Gather'],
    settings: PARALLEL,
    sql: 'SELECT sum(price) FROM trip',
  },
  {
    name: 'aggregate-parallel-groups',
    shows: ['Finalize', 'Partial'],
    settings: PARALLEL,
    sql: 'SELECT to_city, sum(price) FROM trip GROUP BY to_city ORDER BY to_city',
  },
  {
    name: 'gather-merge',
    shows: ['Gather Merge'],
    settings: PARALLEL,
    sql: 'SELECT * FROM trip ORDER BY to_city, price',
  },
  {
    name: 'window',
    shows: ['WindowAgg'],
    sql: 'SELECT id, rank() OVER (PARTITION BY region ORDER BY id), sum(id) OVER () FROM city',
  },
  {
    name: 'window-run-condition',
    since: 15,
    shows: ['WindowAgg', 'Run Condition'],
    sql: 'SELECT * FROM (SELECT id, row_number() OVER (ORDER BY id) AS nr FROM trip) t WHERE nr <= 10',
  },
  { name: 'unique', shows: ['Unique'], settings: off('hashagg'), sql: 'SELECT DISTINCT region FROM city' },
  { name: 'distinct-on', shows: ['Unique'], sql: 'SELECT DISTINCT ON (region) * FROM city ORDER BY region, id' },
  {
    name: 'set-op-hashed',
    shows: ['HashSetOp Intersect'],
    sql: 'SELECT id FROM city INTERSECT SELECT region FROM city',
  },
  {
    name: 'set-op-hashed-except-all',
    shows: ['HashSetOp Except All'],
    sql: 'SELECT region FROM city EXCEPT ALL SELECT id FROM city',
  },
  {
    name: 'set-op-sorted',
    shows: ['SetOp Except'],
    settings: off('hashagg'),
    sql: 'SELECT id FROM city EXCEPT SELECT region FROM city',
  },
  { name: 'lock-rows', shows: ['LockRows'], sql: 'SELECT * FROM city WHERE region = 2 FOR UPDATE' },
  { name: 'limit', shows: ['Limit'], sql: 'SELECT * FROM trip LIMIT 3 OFFSET 10' },
  { name: 'init-plan', shows: ['InitPlan 1'], sql: 'SELECT * FROM city WHERE id = (SELECT max(region) FROM city)' },
  {
    name: 'sub-plan',
    shows: ['SubPlan 1'],
    sql: 'SELECT id, (SELECT count(*) FROM trip WHERE from_city = city.id) FROM city WHERE region = 2',
  },
  {
    name: 'sub-plan-hashed',
    shows: ['hashed SubPlan 1'],
    sql: 'SELECT * FROM trip WHERE to_city NOT IN (SELECT region FROM city)',
  },
  {
    name: 'never-executed',
    shows: ['never executed'],
    settings: off('hashjoin', 'mergejoin'),
    sql: 'SELECT * FROM city JOIN trip ON trip.id = city.id WHERE region = 99',
  },
  {
    name: 'disabled-node',
    since: 18,
    shows: ['Disabled: true'],
    settings: off('seqscan'),
    sql: 'SELECT * FROM city WHERE region = 2',
  },
  {
    name: 'options-many',
    since: 13,
    shows: ['Seq Scan'],
    options: ['VERBOSE', 'SETTINGS', 'WAL'],
    settings: ["work_mem = '8MB'"],
    sql: 'UPDATE city SET region = 1 WHERE region = 2',
  },
  {
    name: 'options-serialize',
    since: 17,
    shows: ['Serialization'],
    options: ['SERIALIZE TEXT', 'MEMORY'],
    sql: 'SELECT * FROM city',
  },
  {
    name: 'estimated',
    shows: ['Hash Join'],
    isEstimated: true,
    settings: off('nestloop'),
    sql: 'SELECT * FROM trip JOIN city ON city.id = to_city ORDER BY price LIMIT 5',
  },
  {
    name: 'without-costs',
    shows: ['Hash Join'],
    options: ['COSTS OFF'],
    sql: 'SELECT * FROM trip JOIN city ON city.id = to_city',
  },
  {
    name: 'without-times',
    shows: ['Hash Join'],
    options: ['TIMING OFF', 'SUMMARY OFF'],
    sql: 'SELECT * FROM trip JOIN city ON city.id = to_city',
  },
  // Last, since what is loaded stays.
  {
    name: 'custom-scan',
    since: 15,
    until: 15,
    shows: ['Custom Scan (Pass Through)'],
    before: `LOAD '${process.env['PASS_THROUGH'] ?? 'pass_through'}'`,
    sql: 'SELECT * FROM city WHERE region = 2',
  },
];
