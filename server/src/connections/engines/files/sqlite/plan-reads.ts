import type { SqliteDescription } from './protocol.js';

/** Lines that read a table or the rows of another query. */
const LOOP = /^(?:SCAN|SEARCH)\b|\bFOR IN-OPERATOR$/;
/** Lines of a query that is worked out apart, and whose rows one loop reads. */
const APART = /^(?:CO-ROUTINE|MATERIALIZE)\b/;
/** Lines that change nothing about which row of a table a row of the result shows. */
const NEUTRAL =
  /^(?:USE TEMP B-TREE FOR|BLOOM FILTER ON|CREATE BLOOM FILTER|(?:CORRELATED )?(?:SCALAR|LIST) SUBQUERY|REUSE (?:LIST|SCALAR) SUBQUERY|MULTI-INDEX OR|INDEX \d+)\b/;

/**
 * Whether SQLite reads each table of a statement once, by its query plan: `several` where one of them may be read more
 * often, `combined` where rows of several queries are put together, whose columns SQLite takes for those of the first.
 */
export function planReads({
  plan,
  opened,
}: Pick<SqliteDescription, 'plan' | 'opened'>): 'once' | 'several' | 'combined' {
  const isKnown = (line: string): boolean => LOOP.test(line) || APART.test(line) || NEUTRAL.test(line);
  if (!plan.every(isKnown)) return 'combined';
  const count = (kind: RegExp): number => plan.filter((line) => kind.test(line)).length;
  return count(LOOP) - count(APART) <= opened.length ? 'once' : 'several';
}
