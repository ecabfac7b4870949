import { middlePlaces } from '#libs/results';
import type { SortSession } from '../order/sort-engine.js';
import type { GroupPlace } from './group-place.js';

/** Cells of which the values near the middle are estimated. */
const SAMPLE_CELLS = 1_000;
/** The shares of a sample between which the middle of all values is, save for once in a million times. */
const SHARES = [0.42, 0.58] as const;

/**
 * The one or two groups of the tables `cells` and `groups` that hold the middle of `values` values in the order of `keys`.
 * Only groups near the middle are put in order, which a sample of the cells finds; all of them where it is wrong.
 */
export async function middleGroups(
  session: SortSession,
  keys: readonly string[],
  values: number,
): Promise<readonly GroupPlace[]> {
  const [first = ''] = keys;
  const step = Math.max(1, Math.floor(values / SAMPLE_CELLS));
  const [lo, hi] = SHARES.map((share) => `quantile_disc(${first}, ${share})`);
  const bounds = `(SELECT ${lo} AS lo, ${hi} AS hi FROM cells WHERE NOT is_null AND rowid % ${step} = 0)`;
  const before = `SELECT coalesce(sum(n), 0) FROM groups, bounds WHERE ${first} < lo`;
  const near = await middleIn(session, keys, values, {
    with: `WITH bounds AS MATERIALIZED ${bounds}, before AS MATERIALIZED (${before})`,
    groups: `groups, bounds WHERE ${first} BETWEEN lo AND hi`,
    before: '(FROM before)',
  });
  return near ?? (await middleIn(session, keys, values, { with: '', groups: 'groups', before: '0' })) ?? [];
}

interface OrderedGroups {
  readonly with: string;
  readonly groups: string;
  /** The number of values before them. */
  readonly before: string;
}

/** Null where a place in the middle is not among the groups. */
async function middleIn(
  session: SortSession,
  keys: readonly string[],
  values: number,
  among: OrderedGroups,
): Promise<readonly GroupPlace[] | null> {
  const places = middlePlaces(values);
  const running = `sum(n) OVER (ORDER BY ${keys.join(', ')} ROWS UNBOUNDED PRECEDING)`;
  const counted = `SELECT place, n, ${among.before} + ${running} AS upto FROM ${among.groups}`;
  const isMiddle = places.map((at) => `(upto >= ${at} AND upto - n < ${at})`).join(' OR ');
  const found = await session.rows(
    `${among.with} SELECT place, n, upto FROM (${counted}) WHERE ${isMiddle} ORDER BY upto`,
  );
  const groups = found.map((row) => row.map(Number));
  const isFound = places.every((at) => groups.some(([, n = 0, upto = 0]) => upto >= at && upto - n < at));
  return isFound ? groups.map(([place = 0, count = 0]) => ({ place, count })) : null;
}
