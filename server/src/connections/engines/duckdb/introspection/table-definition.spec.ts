import { describe, expect, it } from '@jest/globals';
import { tableDefinition } from './table-definition.js';

describe('tableDefinition', () => {
  it.each([
    ['CREATE TABLE t(a VARCHAR COLLATE nocase);', 'parent', true],
    ['CREATE TABLE t(a INTEGER, CHECK((a > 1)));', 'parent', true],
    ['CREATE TABLE t(a INTEGER, CHECK((a > 1)), );', 't', false],
    [`CREATE TABLE t("check" INTEGER, b VARCHAR DEFAULT('COLLATE'));`, 'parent', false],
  ])('of %s with a key to %s is kept: %s', (text, table, isKept) => {
    const key = { name: null, columns: ['a'], references: { schema: 'main', table, columns: ['a'] } };
    const found = tableDefinition(text, { schema: 'main', name: 't', foreign_keys: [key] });
    expect(found).toBe(isKept ? text : undefined);
  });
});
