import { describe, expect, it } from '@jest/globals';
import { duckdbColumnKind } from './column-kind.js';

describe('duckdbColumnKind', () => {
  it.each([
    ['HUGEINT', 'integer'],
    ['UTINYINT', 'integer'],
    ['DECIMAL(18,4)', 'decimal'],
    ['DOUBLE', 'float'],
    ['BOOLEAN', 'boolean'],
    ['VARCHAR', 'text'],
    ["ENUM('a[1]', 'DATE')", 'text'],
    ['DATE', 'date'],
    ['TIME WITH TIME ZONE', 'time'],
    ['TIMESTAMP_NS', 'timestamp'],
    ['TIMESTAMP WITH TIME ZONE', 'timestamp'],
    ['JSON', 'json'],
    ['STRUCT(a INTEGER[])', 'json'],
    ['MAP(VARCHAR, INTEGER)', 'json'],
    ['STRUCT(a INTEGER)[]', 'array'],
    ['INTEGER[3]', 'array'],
    ['BLOB', 'binary'],
    ['UUID', 'uuid'],
    ['GEOMETRY', 'geometry'],
    ['INTERVAL', 'interval'],
    ['UNION(k INTEGER)', 'other'],
    ['BIT', 'other'],
  ])('draws %s as %s', (type, kind) => {
    expect(duckdbColumnKind(type)).toBe(kind);
  });
});
