import { describe, expect, it } from '@jest/globals';
import type { SqlDialect } from '../dialects/index.js';
import { qualifiedName, quoteIdentifier } from './quote-identifier.js';

describe('quoteIdentifier', () => {
  it.each<[string, SqlDialect, string]>([
    ['orders', 'postgres', 'orders'],
    ['order_items_2', 'postgres', 'order_items_2'],
    ['_x', 'postgres', '_x'],
    ['Orders', 'postgres', '"Orders"'],
    ['Orders', 'duckdb', 'Orders'],
    ['Orders', 'sqlite', 'Orders'],
    ['order', 'postgres', '"order"'],
    ['order', 'duckdb', '"order"'],
    ['Order', 'sqlite', '"Order"'],
    ['user', 'postgres', '"user"'],
    ['user', 'duckdb', 'user'],
    ['left', 'postgres', '"left"'],
    ['pivot', 'duckdb', '"pivot"'],
    ['pivot', 'postgres', 'pivot'],
    ['index', 'sqlite', '"index"'],
    ['index', 'postgres', 'index'],
    ['name', 'postgres', 'name'],
    ['2024', 'postgres', '"2024"'],
    ['a-b', 'duckdb', '"a-b"'],
    ['orders.csv', 'duckdb', '"orders.csv"'],
    ['say "hi"', 'postgres', '"say ""hi"""'],
    ['größe', 'postgres', '"größe"'],
    ['a$b', 'postgres', '"a$b"'],
    ['', 'postgres', '""'],
    ['a\nb', 'sqlite', '"a\nb"'],
    ['orders\n', 'postgres', '"orders\n"'],
  ])('writes %j for %s as %s', (name, dialect, text) => {
    expect(quoteIdentifier(name, dialect)).toBe(text);
  });
});

describe('qualifiedName', () => {
  it('leaves out the default schema', () => {
    expect(qualifiedName('public', 'orders', 'postgres', true)).toBe('orders');
    expect(qualifiedName('geo', 'areas', 'postgres', false)).toBe('geo.areas');
    expect(qualifiedName('My Schema', 'Order', 'postgres', false)).toBe('"My Schema"."Order"');
  });

  it('keeps the schema of a table whose name a system catalog could take', () => {
    expect(qualifiedName('public', 'pg_class', 'postgres', true)).toBe('public.pg_class');
    expect(qualifiedName('main', 'pg_class', 'duckdb', true)).toBe('pg_class');
  });
});
