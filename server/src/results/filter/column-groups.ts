import type { ColumnKind } from '#libs/api';
import { TOP_VALUES, hasMedian } from '#libs/results';
import { AS_LINES } from '../order/engine-keys.js';
import { NULL_MARK, textOfLineSql } from '../order/column-text.js';
import type { SortSession } from '../order/sort-engine.js';
import type { ColumnGroups, GroupPlace } from './group-place.js';
import { shortDecimalKey } from './decimal-key.js';
import { middleGroups } from './middle-groups.js';

/** Cells that show how the decimals of a column are printed. */
const SHOWN_CELLS = 1_000;

/** A file of cells, a line each. */
interface CellLines {
  readonly path: string;
  readonly rows: number;
}

/**
 * The same as `columnGroups` by the `expressions` of a column's type. Decimals of no width are first read as short ones,
 * where their texts look like it: grouping those takes a third of the time.
 */
export async function typedGroups(
  session: SortSession,
  file: CellLines,
  kind: ColumnKind,
  expressions: readonly string[],
): Promise<ColumnGroups | null> {
  if (kind === 'decimal' && expressions.length > 1) {
    const shown = await session.rows(`SELECT t FROM (${cellTextsIn(file.path)}) LIMIT ${SHOWN_CELLS}`);
    const key = shortDecimalKey(shown.map(([text]) => (typeof text === 'string' ? text : null)));
    const groups = key === null ? null : await columnGroups(session, file, kind, [key]);
    if (groups !== null) return groups;
  }
  return columnGroups(session, file, kind, expressions);
}

/**
 * Groups the cells of a file by the engine's `expressions` over their text `t`; null where a cell is not what its type
 * promises, or the file does not hold `rows` cells. Tables of the session named `cells` and `groups` are replaced.
 */
export async function columnGroups(
  session: SortSession,
  file: CellLines,
  kind: ColumnKind,
  expressions: readonly string[],
): Promise<ColumnGroups | null> {
  const keys = expressions.map((_, index) => `key_${index}`);
  const selected = expressions.map((expression, index) => `${expression} AS key_${index}`).join(', ');
  await session.rows(
    `CREATE OR REPLACE TEMP TABLE cells AS SELECT ${selected}, t IS NULL AS is_null FROM (${cellTextsIn(file.path)})`,
  );
  const misfits = keys.map((key) => `${key} IS NULL`).join(' OR ');
  const [counts = []] = await session.rows(
    `SELECT count(*), count(*) FILTER (is_null), count(*) FILTER (NOT is_null AND (${misfits})) FROM cells`,
  );
  const [rows = 0, nulls = 0, unread = 0] = counts.map(Number);
  if (rows !== file.rows || unread > 0) return null;
  await session.rows(
    `CREATE OR REPLACE TEMP TABLE groups AS SELECT ${keys.join(', ')}, min(rowid) AS place, count(*) AS n FROM cells WHERE NOT is_null GROUP BY ${keys.join(', ')}`,
  );
  return { rows, nulls, ...(await groupsIn(session, keys, kind, rows - nulls)) };
}

function cellTextsIn(path: string): string {
  const source = `read_csv('${path.replaceAll("'", "''")}', ${AS_LINES}, nullstr = '${NULL_MARK}', columns = {'line': 'VARCHAR'})`;
  return `SELECT ${textOfLineSql('line')} AS t FROM ${source}`;
}

async function groupsIn(session: SortSession, keys: readonly string[], kind: ColumnKind, values: number) {
  const up = keys.join(', ');
  const down = keys.map((key) => `${key} DESC`).join(', ');
  const wanted = {
    min: `groups ORDER BY ${up} LIMIT 1`,
    max: `groups ORDER BY ${down} LIMIT 1`,
    top: `groups ORDER BY n DESC, ${up} LIMIT ${TOP_VALUES}`,
  };
  // One query, whose parts the engine runs side by side. Numbers keep the order of each part.
  const parts = Object.entries(wanted).map(
    ([part, rest]) => `SELECT '${part}' AS part, row_number() OVER () AS nth, * FROM (SELECT place, n FROM ${rest})`,
  );
  const count = `SELECT 'count' AS part, 0 AS nth, 0 AS place, count(*) AS n FROM groups`;
  const found = await session.rows([count, ...parts].join(' UNION ALL '));
  const of = (part: string): GroupPlace[] =>
    found
      .filter(([one]) => one === part)
      .sort(([, one], [, other]) => Number(one) - Number(other))
      .map(([, , place, n]) => ({ place: Number(place), count: Number(n) }));
  const [distinct, min = null, max = null] = [...of('count'), ...of('min'), ...of('max')];
  const middle = hasMedian(kind) && values > 0 ? await middleGroups(session, keys, values) : [];
  return { distinct: distinct?.count ?? 0, min, max, middle, top: of('top') };
}
