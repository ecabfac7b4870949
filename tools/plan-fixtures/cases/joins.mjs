import { PARALLEL, off } from './plan-case.mjs';

/**
 * Plans that join, and what they keep inner rows in.
 * @type {readonly import('./plan-case.mjs').PlanCase[]}
 */
export const JOINS = [
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
];
