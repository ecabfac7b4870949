import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import type { ColumnKind } from '../api/index.js';
import { compareCells } from './compare-cells.js';
import { CELLS } from './testing/any-cells.js';

describe('the order of cells on a live Postgres', () => {
  const client = new pg.Client({ connectionString: process.env.TEST_POSTGRES_URL });
  beforeAll(() => client.connect());
  afterAll(() => client.end());

  /** Those of the texts that are of the type, as the server prints them and in its own order. */
  async function ordered(type: string, texts: readonly string[]): Promise<string[]> {
    const values: string[] = [];
    for (const text of texts) {
      const { rows } = await client.query<{ v: string }>(`SELECT $1::text::${type}::text AS v`, [text]).catch(() => {
        return { rows: [] };
      });
      values.push(...rows.map(({ v }) => v));
    }
    const sorted = `SELECT t FROM unnest($1::text[]) AS t ORDER BY t::${type}, t`;
    const { rows } = await client.query<{ t: string }>(sorted, [values]);
    return rows.map(({ t }) => t);
  }

  it.each<[string, ColumnKind]>([
    ['interval', 'interval'],
    ['inet', 'network'],
    ['cidr', 'network'],
  ])('is that of the type %s', async (type, kind) => {
    let compared = 0;
    const texts = fc.array(CELLS[kind], { minLength: 10, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(texts, async (cells) => {
        const compare = compareCells(kind);
        const all = await ordered(type, cells);
        for (const [index, cell] of all.slice(1).entries()) {
          expect(compare(all[index] ?? null, cell)).toBeLessThanOrEqual(0);
          compared += 1;
        }
      }),
      { numRuns: 30 },
    );
    expect(compared).toBeGreaterThan(50);
  });
});
