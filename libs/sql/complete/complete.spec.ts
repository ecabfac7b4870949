import { describe, expect, it } from '@jest/globals';
import type { CompletionCatalog } from '../../api/index.js';
import { indexCatalog } from './catalog-index.js';
import { complete } from './complete.js';

const TYPES = ['bigint', 'text', 'numeric(12,2)', 'timestamp with time zone'];

const table = (name: string, columns: string, more: object = {}) => {
  const names = columns.split(' ');
  return { name, kind: 'table' as const, columns: names, types: names.map((_, place) => place % 4), ...more };
};

const CATALOG: CompletionCatalog = {
  dialect: 'postgres',
  search_path: ['public', 'pg_catalog'],
  schemas: [
    {
      name: 'pg_catalog',
      is_system: true,
      tables: [table('pg_class', 'oid relname'), table('pg_order', 'oid')],
      functions: [
        { name: 'count', kind: 'aggregate', arguments: '"any"', returns: 'bigint' },
        { name: 'current_catalog', kind: 'function', arguments: '', returns: 'name' },
        { name: 'current_database', kind: 'function', arguments: '', returns: 'name' },
        { name: 'coalesce_all', kind: 'function', arguments: '', returns: 'text' },
        { name: 'now', kind: 'function', arguments: '', returns: 'timestamp with time zone' },
      ],
    },
    {
      name: 'public',
      is_system: false,
      tables: [
        table('orders', 'id customer_id total placed_at', {
          foreign_keys: [
            { columns: ['customer_id'], references: { schema: 'public', table: 'customers', columns: ['id'] } },
          ],
        }),
        table('customers', 'id name email'),
        table('order_items', 'order_id product "Odd" user'),
        table('Mixed Case', 'Value select'),
        { ...table('recent', 'id'), kind: 'view' },
      ],
      functions: [{ name: 'order_total', kind: 'function', arguments: 'id bigint', returns: 'numeric' }],
    },
    { name: 'geo', is_system: false, tables: [table('areas', 'id shape'), table('orders', 'region')], functions: [] },
  ],
  column_types: TYPES,
  types: ['bigint', 'text', 'timestamptz', 'mood'],
  keywords: ['SELECT', 'FROM', 'WHERE', 'JOIN', 'ON', 'ORDER', 'OR', 'NATURAL', 'COLUMN', 'NOT', 'NULL'],
};

const index = indexCatalog(CATALOG);

/** Completes at the bar in the text. */
function at(text: string) {
  const offset = text.indexOf('|');
  return complete(index, text.replace('|', ''), offset);
}

/** Completes with a table selected in the schema tree. */
function withSelected(text: string, schema: string, name: string): string[] {
  const offset = text.indexOf('|');
  return complete(index, text.replace('|', ''), offset, { schema, name }).items.map(({ label }) => label);
}

describe('a selected table', () => {
  it.each([
    ['SELECT |', ['id', 'name', 'email']],
    ['SELECT e|', ['email']],
    ['SELECT id, n|', ['name']],
    ['SELECT count(|', ['id', 'name', 'email']],
    ['SELECT * FROM |', ['customers']],
  ])('puts its columns, or itself, first: %s', (text, first) => {
    expect(withSelected(text, 'public', 'customers').slice(0, first.length)).toEqual(first);
  });

  it.each(['SELECT | FROM orders', 'SELECT o.| FROM orders o', 'SELECT 1::|', '|', 'SELECT 1 AS |'])(
    'changes nothing in %s',
    (text) => {
      expect(withSelected(text, 'public', 'customers')).toEqual(at(text).items.map(({ label }) => label));
    },
  );

  it('that is gone changes nothing', () => {
    expect(withSelected('SELECT |', 'public', 'gone')).toEqual(at('SELECT |').items.map(({ label }) => label));
  });
});

describe('the first items', () => {
  it.each([
    ['SELECT * FROM orde|', ['order_items', 'orders', 'geo.orders', 'pg_order']],
    ['SELECT name, email, count(*) FROM customers GROUP BY |', ['name', 'email', 'id']],
    ['SELECT email, id FROM customers ORDER BY |', ['email', 'id', 'name']],
    ['SELECT total * 2 AS twice, placed_at FROM orders ORDER BY |', ['twice', 'placed_at', 'id', 'customer_id']],
    ['SELECT o.id, c.name FROM orders o JOIN customers c ON true ORDER BY |', ['id', 'name', 'o.id']],
    ['SELECT email AS "E mail" FROM customers ORDER BY e|', ['E mail', 'email']],
    ['SELECT email, | FROM customers', ['id', 'name', 'email']],
    ['INSERT INTO customers (|', ['id', 'name', 'email']],
    ['INSERT INTO customers (id, |', ['name', 'email']],
    ['INSERT INTO customers (id, "email", |) VALUES (1)', ['name']],
    ['INSERT INTO customers (|, NAME)', ['id', 'email']],
    ['INSERT INTO customers (id, em|', ['email']],
    ['SELECT current_|', ['current_date', 'current_timestamp']],
    ['SELECT * FROM orders WHERE placed_at > CURRENT_|', ['CURRENT_DATE', 'CURRENT_TIMESTAMP']],
  ])('of %s', (text, first) => {
    const found = labels(text);
    expect(found.slice(0, first.length)).toEqual(first);
    expect(new Set(found).size).toBe(found.length);
  });

  it('are tables, before the functions and system names that begin the same', () => {
    const functions = ['position_of', 'posts_between', 'postgis_rows'].map((name) => {
      return { name, kind: 'function' as const, arguments: '', returns: 'SETOF record' };
    });
    const [system, ...others] = CATALOG.schemas;
    const schemas = [
      ...(system ? [{ ...system, tables: [table('posix', 'oid'), table('posts', 'oid')], functions }] : []),
      ...others.map((schema) => {
        return schema.name === 'public' ? { ...schema, tables: [table('posts', 'id')], functions } : schema;
      }),
    ];
    const { items } = complete(indexCatalog({ ...CATALOG, schemas }), 'SELECT * FROM pos', 17);
    expect(items.map(({ insert_text: text }) => text).slice(0, 2)).toEqual(['posts', 'position_of()']);
    expect(items.at(-1)?.insert_text).toBe('posix');
  });

  it('leave out every column that an INSERT has', () => {
    expect(labels('INSERT INTO customers (id, name, email, |')).toEqual([]);
    expect(labels('INSERT INTO customers (id, name, |')).toEqual(['email']);
  });

  it('offer a date only where a value may stand', () => {
    expect(labels('SELECT * FROM orders cur|')).not.toContain('current_date');
  });
});

const labels = (text: string): string[] => at(text).items.map(({ label }) => label);
const ofKind = (text: string, kind: string): string[] =>
  at(text)
    .items.filter((item) => item.kind === kind)
    .map(({ label }) => label);

describe('complete', () => {
  it.each<[string, string[]]>([
    ['SELECT * FROM ord|', ['order_items', 'orders', 'geo.orders', 'pg_order']],
    ['SELECT * FROM items|', ['order_items']],
    ['select * from x join cust|', ['customers']],
    ['SELECT * FROM orders, cust|', ['customers']],
    ['UPDATE ord|', ['order_items', 'orders', 'geo.orders', 'pg_order']],
    ['INSERT INTO cust|', ['customers']],
    ['DELETE FROM cust|', ['customers']],
    ['TRUNCATE cust|', ['customers']],
    ['DROP TABLE IF EXISTS cust|', ['customers']],
    ['ALTER TABLE cust|', ['customers']],
    ['CREATE INDEX i ON cust|', ['customers']],
    ['SELECT * FROM geo.|', ['areas', 'orders']],
    ['SELECT * FROM GEO.ar|', ['areas']],
    ['SELECT * FROM "geo".ar|', ['areas']],
    ['WITH mine AS (SELECT 1 AS one) SELECT * FROM mi|', ['mine', 'Mixed Case']],
    ['SELECT 1; DELETE FROM cust|; SELECT 2', ['customers']],
    ['SELECT * FROM (SELECT * FROM cust|', ['customers']],
    ['MERGE INTO orders USING cust|', ['customers']],
    ['CREATE TABLE t (id bigint REFERENCES cust|', ['customers']],
  ])('offers what can be read from in %j', (text, expected) => {
    expect(labels(text)).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ['SELECT | FROM orders', ['id', 'customer_id', 'total', 'placed_at']],
    ['SELECT * FROM orders WHERE tot|', ['total']],
    ['SELECT o.| FROM orders o', ['id', 'customer_id', 'total', 'placed_at']],
    ['SELECT o.|\nFROM orders AS o', ['id', 'customer_id', 'total', 'placed_at']],
    ['SELECT O.cu| FROM orders o', ['customer_id']],
    ['SELECT * FROM geo.orders WHERE orders.|', ['region']],
    ['SELECT geo.areas.| FROM geo.areas', ['id', 'shape']],
    ['SELECT * FROM orders o JOIN customers c ON o.| = c.id', ['id', 'customer_id', 'total', 'placed_at']],
    ['SELECT i| FROM orders o, customers c', ['o.id', 'c.id', 'customer_id']],
    ['UPDATE orders SET tot| = 1', ['total']],
    ['INSERT INTO orders (|', ['id', 'customer_id', 'total', 'placed_at']],
    ['INSERT INTO orders (id, |) VALUES (1)', ['customer_id', 'total', 'placed_at']],
    ['CREATE INDEX i ON orders (tot|', ['total']],
    ['ALTER TABLE orders DROP COLUMN tot|', ['total']],
    ['DELETE FROM customers WHERE em|', ['email']],
    ['SELECT * FROM orders WHERE EXISTS (SELECT 1 FROM customers WHERE plac|', ['placed_at']],
    ['SELECT * FROM (SELECT id AS order_no, total FROM orders) s WHERE s.|', ['order_no', 'total']],
    ['SELECT s.| FROM (SELECT * FROM customers) AS s', ['id', 'name', 'email']],
    ['WITH big AS (SELECT id, total t FROM orders) SELECT b.| FROM big b', ['id', 't']],
    ['SELECT * FROM orders UNION SELECT | FROM geo.areas', ['id', 'shape']],
    ['SELECT extract(year FROM plac|) FROM orders', ['placed_at']],
    ['SELECT * FROM orders WHERE a IS DISTINCT FROM tot|', ['total']],
    ['SELECT * FROM orders GROUP BY cus|', ['customer_id']],
    ['SELECT * FROM orders JOIN customers USING (|', ['id']],
    ['SELECT customers.|', ['id', 'name', 'email']],
    ['INSERT INTO customers (id) VALUES (1) RETURNING na|', ['name']],
  ])('offers columns in %j', (text, expected) => {
    expect(ofKind(text, 'column')).toEqual(expected);
  });

  it.each([
    ["SELECT 'or|'"],
    ["SELECT 'or|"],
    ['SELECT 1 -- or|'],
    ['SELECT 1 /* or| */'],
    ['SELECT 1 /* or|'],
    ['SELECT $$ or| $$'],
    ['SELECT 1a|'],
    ['SELECT :na|'],
    ['SELECT $1|'],
    ['SELECT id AS o|'],
    ['CREATE TABLE o|'],
    ['CREATE TABLE t (o|'],
    ['WITH o|'],
  ])('offers nothing in %j', (text) => {
    expect(labels(text)).toEqual([]);
  });

  it.each<[string, string, string[]]>([
    ['', 'keyword', ['FROM', 'JOIN', 'NOT', 'NULL', 'ON', 'OR', 'ORDER', 'SELECT', 'WHERE', 'COLUMN', 'NATURAL']],
    ['sel', 'keyword', ['select']],
    ['SEL', 'keyword', ['SELECT']],
    ['SELECT * FROM orders wh', 'keyword', ['where']],
    ['SELECT * FROM orders O', 'keyword', ['ON', 'OR', 'ORDER']],
    ['SELECT cou', 'function', ['count']],
    ['SELECT order_', 'function', ['order_total']],
    ['SELECT 1::ti', 'type', ['timestamptz']],
    ['SELECT cast(1 AS mo', 'type', ['mood']],
    ['CREATE TABLE t (id bi', 'type', ['bigint']],
    ['CREATE TABLE t (id bigint, name te', 'type', ['text']],
    ['SELECT o FROM orders o WHERE o', 'alias', ['o']],
  ])('offers at the end of %j the %s %j', (text, kind, expected) => {
    expect(ofKind(`${text}|`, kind)).toEqual(expected);
  });

  it('follows foreign keys in the condition of a join, whichever table was named first', () => {
    expect(at('SELECT * FROM orders o JOIN customers c ON |').items[0]).toEqual({
      label: 'o.customer_id = c.id',
      insert_text: 'o.customer_id = c.id',
      kind: 'condition',
      detail: 'foreign key',
    });
    expect(labels('SELECT * FROM customers JOIN orders ON |')[0]).toBe('orders.customer_id = customers.id');
  });

  it('quotes names only where they need it, and twice nowhere', () => {
    const inserted = (text: string): string[] => at(text).items.map(({ insert_text }) => insert_text);
    expect(inserted('SELECT * FROM mix|')).toEqual(['"Mixed Case"']);
    expect(inserted('SELECT * FROM "mix|')).toEqual(['"Mixed Case"']);
    expect(inserted('SELECT * FROM "cust|')).toEqual(['"customers"']);
    expect(inserted('SELECT m.| FROM "Mixed Case" m')).toEqual(['"Value"', '"select"']);
    expect(inserted('SELECT "Mixed Case".va| FROM "Mixed Case"')).toEqual(['"Value"']);
    expect(inserted('SELECT * FROM geo.orders JOIN ar|')).toEqual(['geo.areas']);
    expect(inserted('SELECT o.us| FROM order_items o')).toEqual(['"user"']);
  });

  it('returns the start of the word that an item replaces', () => {
    expect(at('SELECT 1;\n SELECT o.cu| FROM orders o')).toMatchObject({ start: 20, end: 22 });
    expect(at('SELECT * FROM "cu|')).toMatchObject({ start: 14, end: 17 });
    expect(at('SELECT * FROM |')).toMatchObject({ start: 14, end: 14 });
  });

  it('shows the type and the table of a column, and the arguments and the result of a function', () => {
    expect(at('SELECT tot| FROM orders o').items[0]?.detail).toBe('numeric(12,2) · o');
    expect(at('SELECT order_t|').items[0]).toMatchObject({
      insert_text: 'order_total()',
      detail: '(id bigint) → numeric',
    });
  });

  it('names no columns behind FROM, and user tables before those of the engine', () => {
    const items = at('SELECT * FROM |').items;
    expect(items.filter(({ kind }) => kind === 'column')).toEqual([]);
    const places = ['orders', 'geo', 'geo.areas', 'pg_class'].map((label) => items.findIndex((i) => i.label === label));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it('says when there are more items than it names', () => {
    const many = Array.from({ length: 500 }, (_, number) => table(`t${number}`, 'id'));
    const schemas = [{ name: 'public', is_system: false, tables: many, functions: [] }];
    const answer = complete(indexCatalog({ ...CATALOG, schemas }), 'SELECT * FROM t', 15);
    expect([answer.items.length, answer.is_incomplete]).toEqual([200, true]);
  });

  it('takes no longer than a keystroke with ten thousand tables of twenty columns', () => {
    const columns = Array.from({ length: 20 }, (_, number) => `column_${number}`).join(' ');
    const many = Array.from({ length: 10_000 }, (_, number) => table(`table_${number}`, columns));
    const schemas = [{ name: 'public', is_system: false, tables: many, functions: [] }];
    const large = indexCatalog({ ...CATALOG, schemas });
    const cpuMs = (text: string): number => {
      const begun = process.threadCpuUsage();
      complete(large, text, text.startsWith('SELECT col') ? 10 : text.length);
      return process.threadCpuUsage(begun).user / 1000;
    };
    // The quickest of several: what the compiler and the collector take is not the work's own.
    for (const text of ['SELECT * FROM tab', 'SELECT * FROM ', 'SELECT col FROM table_77']) {
      expect(Math.min(...Array.from({ length: 5 }, () => cpuMs(text)))).toBeLessThan(60);
    }
  });

  it('reads brackets and backticks as names in SQLite, and a name in double quotes in DuckDB', () => {
    const sqlite = indexCatalog({ ...CATALOG, dialect: 'sqlite' });
    const text = 'SELECT o. FROM [orders] AS `o`';
    expect(complete(sqlite, text, 9).items.map(({ label }) => label)[0]).toBe('id');
    const duckdb = indexCatalog({ ...CATALOG, dialect: 'duckdb' });
    expect(complete(duckdb, 'FROM orders SELECT tot', 22).items[0]?.label).toBe('total');
  });

  it('never throws and always answers within the text, at each place of odd statements', () => {
    const odd = [
      'SELECT ((( FROM a..b."c" JOIN , WHERE )))) UNION ALL (SELECT',
      "WITH RECURSIVE r AS (SELECT * FROM r), s(a, b) AS (VALUES (1, 'x')) SELECT r.*, s. FROM r, s; ; ;",
      'CREATE TABLE "a""b" (c numeric(10,2) DEFAULT (1), d text CHECK (d <> $q$x$q$)) -- end',
      'INSERT INTO t (a, b) SELECT x.y FROM (VALUES (1, 2)) AS x (y, z) ON CONFLICT (a) DO UPDATE SET b = excluded.',
    ];
    for (const text of odd) {
      for (let offset = 0; offset <= text.length; offset += 1) {
        const { start, end } = complete(index, text, offset);
        expect(start >= 0 && start <= end && end === offset).toBe(true);
      }
    }
  });
});

describe('a function that returns a table', () => {
  const returns = 'TABLE(customer bigint, spent numeric(12,2), "a, (b" text, "said ""so""" text)';
  const functions = [{ name: 'spending', kind: 'function' as const, arguments: '', returns }];
  const schemas = CATALOG.schemas.filter(({ name }) => name === 'public').map((schema) => ({ ...schema, functions }));
  const withFunction = indexCatalog({ ...CATALOG, schemas });
  const offered = (marked: string): (readonly [string, string])[] => {
    const offset = marked.indexOf('|');
    const { items } = complete(withFunction, marked.replace('|', ''), offset);
    return items.map(({ label, detail }) => [label, detail]);
  };

  it.each([
    'SELECT spending.| FROM spending()',
    'SELECT s.| FROM spending() s',
    'SELECT s.| FROM spending(1, (SELECT max(id) FROM orders o)) AS s',
    'SELECT s.| FROM orders o, LATERAL spending(o.id) s WHERE true',
    'SELECT s.| FROM orders o CROSS JOIN LATERAL public.spending(o.id) AS s JOIN orders p ON p.id = s.customer',
    'SELECT s.| FROM spending(1) WITH ORDINALITY AS s',
    'SELECT 1 FROM spending(1) AS s WHERE s.|',
  ])('has its columns, whatever their names and types have in them: %s', (marked) => {
    expect(offered(marked).slice(0, 4)).toEqual([
      ['customer', expect.stringContaining('bigint')],
      ['spent', expect.stringContaining('numeric(12,2)')],
      ['a, (b', expect.stringContaining('text')],
      ['said "so"', expect.stringContaining('text')],
    ]);
  });

  it.each([
    ['SELECT s.| FROM spending() AS s (who, what)', ['who', 'what', 'a, (b', 'said "so"']],
    ["SELECT r.| FROM json_to_record('{}') AS r (id bigint, price numeric(10, 2))", ['id', 'price']],
    ['SELECT g.| FROM generate_series(1, 3) WITH ORDINALITY AS g(n, place)', ['n', 'place']],
    ['SELECT o.| FROM spending() AS s, orders AS o', ['id']],
  ])('has the names that the statement gives to its columns: %s', (marked, labels) => {
    const names = offered(marked).map(([label]) => label);
    expect(names.slice(0, labels.length)).toEqual(labels);
  });
});
