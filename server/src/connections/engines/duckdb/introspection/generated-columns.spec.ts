import { describe, expect, it } from '@jest/globals';
import { generatedColumns } from './generated-columns.js';

describe('generatedColumns', () => {
  it('finds the columns that are computed', () => {
    const sql = `CREATE TABLE t(a INTEGER, "b ""c" INTEGER GENERATED ALWAYS AS(a + 1), d VARCHAR DEFAULT 'GENERATED', e DECIMAL(9,2) GENERATED ALWAYS AS((a)), PRIMARY KEY(a));`;
    expect([...generatedColumns(sql)]).toEqual(['b "c', 'e']);
  });

  it('is not misled by a column of that name', () => {
    expect([...generatedColumns('CREATE TABLE t(generated INTEGER, "GENERATED" INTEGER)')]).toEqual([]);
    expect([...generatedColumns('')]).toEqual([]);
  });
});
