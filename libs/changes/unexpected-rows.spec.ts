import { expect, it } from '@jest/globals';
import type { RowEffect, StatementEffect } from './effect.js';
import { withImages } from './unexpected-rows.js';

const row = (kind: RowEffect['kind'], table: string): RowEffect => ({
  ...{ item: 0, kind, schema: 'main', table, columns: [], before: null, after: null },
});
const statement = (isWhole: boolean | undefined, ...sample: RowEffect[]): StatementEffect => ({
  ...{ item: 0, command: null, affectedRows: null, checksum: null, sample },
  ...(isWhole !== undefined && { isWhole }),
});
const none = { schema: 'main', inserted: 0, updated: 0, deleted: 0 };

it('counts the rows of statements in tables that the engine does not count', () => {
  const counted = { ...none, table: 'a', updated: 9 };
  const statements = [
    statement(true, row('update', 'b'), row('update', 'b'), row('delete', 'b'), row('update', 'a')),
    statement(false, row('insert', 'c')),
  ];
  expect(withImages([counted], statements)).toEqual([
    counted,
    { ...none, table: 'b', updated: 2, deleted: 1 },
    { ...none, table: 'c', inserted: 1 },
  ]);
});

it('leaves a sample out, whose engine counts by itself', () => {
  expect(withImages([], [statement(undefined, row('update', 'a'))])).toEqual([]);
});
