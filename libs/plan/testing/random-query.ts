import fc from 'fast-check';

/** The tables that random queries are about; `part` has partitions, `item` a unique key. */
export const RANDOM_TABLES = [
  'create temp table item as select g as id, g / 2 as parent, g % 50 as mark from generate_series(1, 2000) g',
  'alter table item add primary key (id)',
  'create index on item (parent)',
  'create table pg_temp.part (id int, parent int, mark int) partition by range (id)',
  ...[0, 1, 2].map(
    (at) => `create table pg_temp.part_${at} partition of part for values from (${at * 700}) to (${(at + 1) * 700})`,
  ),
  'insert into part select * from item where id < 2100',
  'create temp table few as select g as id, g % 3 as parent, g as mark from generate_series(1, 30) g',
  'analyze item, part, few',
];

const TABLES = fc.constantFrom('item', 'part', 'few');
const COLUMN = fc.constantFrom('id', 'parent', 'mark');
const NUMBER = fc.integer({ min: 0, max: 60 });

/**
 * Statements with subplans, InitPlans, CTEs, set operations, lateral joins, partitions and literals of several lines.
 * `depth` counts how far queries are nested.
 */
export const randomQuery: fc.Arbitrary<string> = queryOf(2);

function queryOf(depth: number): fc.Arbitrary<string> {
  const select = selectOf(depth);
  const joined = fc
    .tuple(select, fc.constantFrom('union', 'union all', 'intersect', 'except all'), select)
    .map(([a, word, b]) => `(${a}) ${word} (${b})`);
  const shared = fc
    .tuple(select, fc.constantFrom('', 'materialized '), select, fc.integer({ min: 1, max: 2 }))
    .map(
      ([cte, how, rest, uses]) =>
        `with "c t" as ${how}(${cte}) select x.id, x.parent, x.mark from "c t" x${uses === 2 ? ' join "c t" y using (id)' : ''} where x.id in (select id from (${rest}) r)`,
    );
  return fc.oneof({ weight: 3, arbitrary: select }, joined, shared);
}

function selectOf(depth: number): fc.Arbitrary<string> {
  const inner = depth === 0 ? plain() : selectOf(depth - 1);
  const from = fc.oneof(
    TABLES.map((table) => `${table} a`),
    fc.tuple(TABLES, TABLES, COLUMN).map(([a, b, column]) => `${a} a join ${b} b on a.id = b.${column}`),
    fc.tuple(TABLES, inner).map(([a, sub]) => `${a} a left join (${sub}) b on a.id = b.parent`),
    fc.tuple(TABLES, TABLES).map(([a, b]) => `${a} a, lateral (select * from ${b} l where l.id = a.mark limit 2) b`),
  );
  const end = fc.constantFrom('', ' order by 2, 1', ' order by a.mark limit 7', ' limit 3');
  return fc
    .tuple(fc.oneof(fc.constant('a.mark'), valueOf(inner)), from, fc.array(conditionOf(inner), { maxLength: 2 }), end)
    .map(([value, tables, conditions, last]) => {
      const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
      return `select a.id, a.parent, ${value} as mark from ${tables}${where}${last}`;
    });
}

function plain(): fc.Arbitrary<string> {
  return fc
    .tuple(TABLES, NUMBER)
    .map(([table, number]) => `select id, parent, mark from ${table} where mark < ${number}`);
}

function valueOf(inner: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    inner.map((sub) => `(select max(s.mark) from (${sub}) s)`),
    TABLES.map((table) => `(select count(*)::int from ${table} s where s.parent = a.id)`),
    TABLES.map((table) => `case when exists (select 1 from ${table} s where s.id = a.mark) then 1 else 0 end`),
  );
}

function conditionOf(inner: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    fc.tuple(COLUMN, NUMBER).map(([column, number]) => `a.${column} <> ${number}`),
    inner.map((sub) => `a.id not in (select s.mark from (${sub}) s where s.mark is not null)`),
    inner.map((sub) => `(a.parent = (select min(s.id) from (${sub}) s) or a.mark > 5)`),
    TABLES.map((table) => `(exists (select 1 from ${table} s where s.parent = a.mark) or a.id < 40)`),
    fc.constantFrom(
      "a.id::text <> E'x\\n  ->  Seq Scan on y  (cost=1.00..2.00 rows=1 width=1)\\n\\nPlanning: ''z'",
      "a.id::text <> '('",
    ),
  );
}

/** Statements that change data, with all that `randomQuery` has below them. */
export const randomChange: fc.Arbitrary<string> = fc.oneof(
  randomQuery.map((query) => `insert into item (${query}) on conflict (id) do update set mark = excluded.mark`),
  randomQuery.map((query) => `insert into part select * from (${query}) q where id < 2000 returning id`),
  randomQuery.map((query) => `update part set mark = q.mark from (${query}) q where part.id = q.id`),
  randomQuery.map((query) => `delete from item where id in (select id from (${query}) q)`),
  randomQuery.map(
    (query) =>
      `merge into item t using (select distinct on (id) * from (${query}) q) s on t.id = s.id when matched then update set mark = s.mark when not matched and s.id is not null then insert values (s.id, s.parent, s.mark)`,
  ),
  randomQuery.map(
    (query) =>
      `with gone as (delete from part where id < 5 returning *), n as (update few set mark = 1) select * from gone, (${query}) q limit 5`,
  ),
);
