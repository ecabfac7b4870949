import { describe, expect, it } from '@jest/globals';
import type { CompletionCatalog } from '../../api/index.js';
import { indexCatalog } from './catalog-index.js';
import { valuePlace } from './value-place.js';

const table = (name: string, columns: string[]) => ({
  name,
  kind: 'table' as const,
  columns,
  types: columns.map(() => 0),
});
const catalog: CompletionCatalog = {
  dialect: 'postgres',
  search_path: ['public'],
  schemas: [
    {
      name: 'public',
      is_system: false,
      tables: [table('orders', ['id', 'status']), table('users', ['id', 'Mood', 'status'])],
      functions: [],
    },
    { name: 'My S', is_system: false, tables: [table('Weird "T', ['Odd "c'])], functions: [] },
  ],
  column_types: ['text'],
  types: [],
  keywords: [],
};
const index = indexCatalog(catalog);

/** The text has the cursor as `|`. */
function place(marked: string) {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const found = valuePlace(index, text, offset);
  return found && [`${found.schema}.${found.table}.${found.column}`, found.prefix, text.slice(found.start, found.end)];
}

describe('the place of a value', () => {
  it.each<[string, string[] | null]>([
    ["SELECT * FROM orders WHERE status = '|'", ['public.orders.status', '', "''"]],
    ["SELECT * FROM orders WHERE status = 'pa|'", ['public.orders.status', 'pa', "'pa'"]],
    ["SELECT * FROM orders WHERE status = 'it''|s' AND id = 1", ['public.orders.status', "it'", "'it''s'"]],
    ["SELECT * FROM orders WHERE status = 'pa|", ['public.orders.status', 'pa', "'pa"]],
    ["SELECT 1; SELECT * FROM orders o WHERE o.status <> '|'", ['public.orders.status', '', "''"]],
    ["SELECT * FROM orders o JOIN users u ON true WHERE u.status != '|'", ['public.users.status', '', "''"]],
    ["SELECT * FROM orders WHERE status IN ('a', 'b', '|')", ['public.orders.status', '', "''"]],
    ["SELECT * FROM orders WHERE status NOT IN ('|')", ['public.orders.status', '', "''"]],
    [`SELECT * FROM users WHERE "Mood" = '|'`, ['public.users.Mood', '', "''"]],
    [`SELECT * FROM "My S"."Weird ""T" WHERE "Odd ""c" = '|'`, ['My S.Weird "T.Odd "c', '', "''"]],
    ["UPDATE orders SET status = '|'", ['public.orders.status', '', "''"]],
    ["SELECT * FROM orders WHERE status = 'a'|", null],
    ["SELECT * FROM orders WHERE lower(status) = '|'", null],
    ["SELECT '|' FROM orders", null],
    ["SELECT * FROM nowhere WHERE status = '|'", null],
    ["SELECT * FROM orders WHERE nothing = '|'", null],
    ['SELECT * FROM orders WHERE status = |', null],
  ])('%s', (text, expected) => {
    expect(place(text)).toEqual(expected);
  });
});
