import { describe, expect, it } from '@jest/globals';
import { sqliteColumnKind } from './column-kind.js';

describe('sqliteColumnKind', () => {
  it.each([
    ['INTEGER', 'integer'],
    ['bigint', 'integer'],
    ['UNSIGNED BIG INT', 'integer'],
    ['VARCHAR(255)', 'text'],
    ['NATIVE CHARACTER(70)', 'text'],
    ['CLOB', 'text'],
    ['BLOB', 'binary'],
    ['DOUBLE PRECISION', 'float'],
    ['REAL', 'float'],
    ['DECIMAL(10,5)', 'decimal'],
    ['NUMERIC', 'decimal'],
    ['BOOLEAN', 'boolean'],
    ['DATE', 'date'],
    ['DATETIME', 'timestamp'],
    ['TIMESTAMP WITH TIME ZONE', 'timestamp'],
    ['TIME', 'time'],
    ['JSON', 'json'],
    ['UUID', 'uuid'],
    ['POINT', 'geometry'],
    ['INTERVAL', 'other'],
    ['', 'other'],
    ['ANY', 'other'],
  ])('draws %j as %s', (type, kind) => {
    expect(sqliteColumnKind(type)).toBe(kind);
  });
});
