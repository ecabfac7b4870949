import { beforeAll, describe, expect, it } from '@jest/globals';
import { readPlan, UnreadablePlanError } from '#libs/plan';
import type { Plan } from '#libs/plan';
import { psql } from '../testing/psql.js';

const KINDS = ['text', 'json'] as const;
/** Long lines, a literal with a quote, a subplan and a name in quotes. */
const QUERY = `select c.relname, (select count(*) from framed_class "Other C" where "Other C".relpages = c.relpages)
  from framed_class c where c.oid > 5 and (c.relname <> 'a text, ''quoted''' or exists (
  select 1 from framed_attribute a where a.attrelid = c.oid and a.attname = c.relname)) order by c.relpages desc limit 3`;

/** Copies of catalogs, whose figures stay while others read, write and count them. */
const COPIES = [
  ['class', 'oid, relname, relpages'],
  ['attribute', 'attrelid as oid, attrelid, attname'],
].map(
  ([name, columns]) => `drop table if exists framed_${name};
    create table framed_${name} with (autovacuum_enabled = off) as
      select * from (select ${columns} from pg_${name}) of_catalog where oid < 16384;
    analyze framed_${name}`,
);

const STYLES = ['ascii', 'old-ascii', 'unicode'];
const LAYOUTS = ['aligned', 'unaligned', 'csv'].flatMap((format) =>
  [0, 1, 2].flatMap((border) => STYLES.map((style) => ({ format, border, style, columns: 0 }))),
);
/** The style `old-ascii` does not mark where a line goes on. */
const WRAPPED = [60, 90].flatMap((columns) =>
  [0, 1, 2].flatMap((border) => ['ascii', 'unicode'].map((style) => ({ format: 'wrapped', border, style, columns }))),
);

describe('a plan as psql prints it', () => {
  const expected = new Map<string, Plan>();

  async function printed(kind: string, options: Readonly<Record<string, string | number>>): Promise<string> {
    const more = Object.entries({ pager: 'off', ...options }).flatMap(([name, value]) => ['-P', `${name}=${value}`]);
    const output = await psql(`explain (format ${kind}) ${QUERY}`, more);
    return output.toString('utf8');
  }

  async function expectPlan(kind: string, options: Readonly<Record<string, string | number>>): Promise<void> {
    expect({ options, plan: readPlan(await printed(kind, options)) }).toEqual({ options, plan: expected.get(kind) });
  }

  beforeAll(async () => {
    for (const copy of COPIES) await psql(copy);
    for (const kind of KINDS)
      expected.set(kind, readPlan(await printed(kind, { format: 'unaligned', tuples_only: 'on' })));
    for (const plan of expected.values()) expect(plan.nodeCount).toBeGreaterThan(4);
  });

  it.each([...LAYOUTS, ...WRAPPED])(
    'is read: format $format, border $border, line style $style, columns $columns',
    async ({ format, border, style, columns }) => {
      for (const expanded of ['off', 'on'])
        for (const kind of KINDS) await expectPlan(kind, { format, border, linestyle: style, columns, expanded });
    },
  );

  it.each(['single', 'double'])('is read: Unicode lines, borders %s', async (border) => {
    for (const column of ['single', 'double'])
      for (const kind of KINDS) {
        const lines = { unicode_border_linestyle: border, unicode_column_linestyle: column };
        await expectPlan(kind, { border: 2, linestyle: 'unicode', ...lines, unicode_header_linestyle: column });
      }
  });

  it.each([60, 90, 110])('is read or refused without marks where lines of %i columns go on', async (columns) => {
    for (const border of [0, 1, 2])
      for (const expanded of ['off', 'on'])
        for (const kind of KINDS) {
          const text = await printed(kind, { format: 'wrapped', linestyle: 'old-ascii', border, columns, expanded });
          const read = readOrRefused(text);
          if (read !== null) expect(withoutBreaks(read)).toBe(withoutBreaks(expected.get(kind)));
        }
  });
});

function readOrRefused(text: string): Plan | null {
  try {
    return readPlan(text);
  } catch (error) {
    expect(error).toBeInstanceOf(UnreadablePlanError);
    return null;
  }
}

/** A line break within a literal may have been there, so it stays as it was copied. */
function withoutBreaks(plan: Plan | undefined): string {
  return JSON.stringify(plan).replaceAll(/'[^']*'/g, (literal) => literal.replaceAll(/\\n| /g, ''));
}
