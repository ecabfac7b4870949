import { off } from './plan-case.mjs';

/**
 * Plans of set operations, locks and subplans, and of the options of EXPLAIN.
 * @type {readonly import('./plan-case.mjs').PlanCase[]}
 */
export const SET_OPERATIONS_AND_OPTIONS = [
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
