import { PARALLEL, off } from './plan-case.mjs';

const UPSERT = `INSERT INTO city SELECT id, name, region FROM city
  ON CONFLICT (id) DO UPDATE SET name = excluded.name WHERE city.region > 3`;
const MERGE = `MERGE INTO city USING (SELECT id + 50 AS id FROM city) more ON more.id = city.id
  WHEN MATCHED AND region = 1 THEN DELETE WHEN MATCHED THEN UPDATE SET region = 9
  WHEN NOT MATCHED THEN INSERT VALUES (more.id, 'new', 1)`;

/**
 * Plans that write rows or put the rows of several inputs one after another.
 * @type {readonly import('./plan-case.mjs').PlanCase[]}
 */
export const WRITES_AND_APPENDS = [
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
];
