import { PARALLEL, off } from './plan-case.mjs';

/**
 * Plans that sort, group and aggregate, and window functions.
 * @type {readonly import('./plan-case.mjs').PlanCase[]}
 */
export const SORTS_AND_AGGREGATES = [
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
];
