import type { Clause } from './scope.js';

/** The clauses that a word begins, whatever stands before it. */
export const CLAUSES: Readonly<Record<string, Clause>> = {
  SELECT: 'select',
  WHERE: 'expression',
  GROUP: 'expression',
  ORDER: 'expression',
  HAVING: 'expression',
  QUALIFY: 'expression',
  WINDOW: 'expression',
  LIMIT: 'expression',
  OFFSET: 'expression',
  SET: 'expression',
  VALUES: 'expression',
  RETURNING: 'select',
};

/** Words between two queries of one statement. */
export const SET_OPERATIONS: ReadonlySet<string> = new Set(['UNION', 'INTERSECT', 'EXCEPT']);
/** Words that may stand between the word that expects a relation and its name. */
export const BEFORE_RELATION: ReadonlySet<string> = new Set([
  ...['IF', 'NOT', 'EXISTS', 'ONLY', 'LATERAL', 'FULL', 'VERBOSE', 'CONCURRENTLY'],
]);

const STARTS_WITH_RELATION = new Set(['UPDATE', 'TRUNCATE', 'VACUUM', 'ANALYZE', 'COPY', 'DESCRIBE', 'SUMMARIZE']);
const FUNCTIONS_WITH_FROM = new Set(['EXTRACT', 'SUBSTRING', 'TRIM', 'OVERLAY', 'POSITION']);

/** Where a word stands: its scope and its neighbours. */
export interface WordPlace {
  readonly clause: Clause;
  readonly isDefining: boolean;
  /** True between brackets. */
  readonly isNested: boolean;
  /** The text of the token `distance` before the word; empty where there is none. */
  readonly previous: (distance: number) => string;
  /** The text of the token behind the word. */
  readonly next: string | undefined;
}

/** Whether a relation's name is expected behind the word. */
export function introducesRelation(word: string, place: WordPlace): boolean {
  const { clause, isDefining, isNested } = place;
  const last = place.previous(1);
  const isEarly = clause === 'start' || clause === 'with';
  if (word === 'JOIN') return true;
  if (word === 'FROM') return isFromOfQuery(place);
  if (word === 'INTO') return last === 'INSERT' || last === 'MERGE' || last === 'REPLACE' || last === 'IGNORE';
  if (word === 'TABLE' || word === 'VIEW') return isEarly || clause === 'definition';
  if (word === 'REFERENCES') return true;
  if (word === 'ON') return isDefining && !isNested && isEarly;
  if (word === 'USING') return (clause === 'from' || clause === 'definition') && place.next !== '(';
  return STARTS_WITH_RELATION.has(word) && isEarly && !isDefining;
}

/** Not the FROM of `extract(year FROM …)` or of `IS DISTINCT FROM`. */
function isFromOfQuery({ clause, isNested, previous }: WordPlace): boolean {
  if (previous(1) === 'DISTINCT' && ['IS', 'NOT'].includes(previous(2))) return false;
  if (!isNested || clause !== 'start') return true;
  let distance = 1;
  while (previous(distance) !== '(' && previous(distance) !== '') distance += 1;
  return !FUNCTIONS_WITH_FROM.has(previous(distance + 1));
}
