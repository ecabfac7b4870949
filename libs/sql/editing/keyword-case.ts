import type { KeywordCase } from '../../api/index.js';
import { dialectOf, lowerKeyword } from '../../dialects/index.js';
import type { SqlDialect } from '../../dialects/index.js';
import { splitStatements } from '../split-statements.js';
import { sqlTokens } from '../sql-tokens.js';
import type { SqlToken } from '../sql-tokens.js';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words of clauses and operators that are changed where the dialect reserves them. Functions, types and values stay. */
const STRUCTURAL = words(`
  ALL AND ANTI ANY AS ASC ASOF BETWEEN BOTH CASE CAST CHECK COLLATE COLUMN CONSTRAINT CREATE CROSS DEFAULT DELETE DESC
  DESCRIBE DISTINCT ELSE END EXCEPT EXISTS FALSE FETCH FOR FOREIGN FROM FULL GLOB GRANT GROUP HAVING ILIKE IN INNER
  INSERT INTERSECT INTO IS ISNULL JOIN LATERAL LEADING LEFT LIKE LIMIT NATURAL NOT NOTNULL NULL OFFSET ON ONLY OR ORDER
  OUTER OVERLAPS PIVOT PRIMARY QUALIFY REFERENCES RETURNING RIGHT SELECT SEMI SET SIMILAR SOME TABLE TABLESAMPLE THEN
  TO TRAILING TRUE UNION UNIQUE UNPIVOT UPDATE USING VALUES WHEN WHERE WINDOW WITH
`);

/** What a statement begins with; elsewhere these may be names. */
const FIRST = words(`
  ALTER ANALYZE BEGIN CALL COMMENT COMMIT COPY CREATE DELETE DESCRIBE DROP EXPLAIN INSERT MERGE REINDEX REFRESH RELEASE
  REPLACE RESET REVOKE ROLLBACK SAVEPOINT SELECT SET SHOW SUMMARIZE START TRUNCATE UPDATE VACUUM VALUES WITH
`);

/** Words that may be names elsewhere and are none behind one of these. */
const BEHIND: Readonly<Record<string, ReadonlySet<string>>> = {
  BY: words('GROUP ORDER PARTITION CLUSTER'),
  FIRST: words('NULLS'),
  LAST: words('NULLS'),
  KEY: words('PRIMARY FOREIGN'),
  OVER: words(')'),
  FILTER: words(')'),
  RECURSIVE: words('WITH'),
  REPLACE: words('OR'),
  VIEW: words('CREATE DROP ALTER REPLACE MATERIALIZED TEMP TEMPORARY RECURSIVE'),
  INDEX: words('CREATE DROP ALTER UNIQUE'),
  SCHEMA: words('CREATE DROP ALTER'),
  TABLE: words('CREATE DROP ALTER REPLACE TEMP TEMPORARY TRUNCATE UNLOGGED LOCK'),
  MATERIALIZED: words('CREATE DROP ALTER REFRESH AS NOT'),
  TEMP: words('CREATE REPLACE'),
  TEMPORARY: words('CREATE REPLACE'),
  IF: words('TABLE VIEW INDEX SCHEMA COLUMN'),
  ESCAPE: words('LIKE'),
  CONFLICT: words('ON'),
  NOTHING: words('DO'),
  DO: words(') CONFLICT'),
  SET: words('UPDATE'),
  UPDATE: words('DO FOR THEN'),
  DELETE: words('THEN'),
  INSERT: words('THEN'),
  PRECEDING: words('UNBOUNDED'),
  FOLLOWING: words('UNBOUNDED'),
  ROW: words('CURRENT'),
};

/** Words that may be names elsewhere and are none before one of these. */
const BEFORE: Readonly<Record<string, ReadonlySet<string>>> = {
  GROUP: words('BY'),
  PARTITION: words('BY'),
  NULLS: words('FIRST LAST'),
  VALUES: words('('),
  ROWS: words('BETWEEN UNBOUNDED CURRENT'),
  RANGE: words('BETWEEN UNBOUNDED CURRENT'),
  UNBOUNDED: words('PRECEDING FOLLOWING'),
  CURRENT: words('ROW'),
  ADD: words('COLUMN CONSTRAINT'),
  DROP: words('COLUMN CONSTRAINT'),
  WITHIN: words('GROUP'),
};

/**
 * A text whose keywords are in upper or lower case; `keep` gives the text back. Only words that cannot be names where they
 * stand are changed, so names, types, functions, strings and comments stay as they are, and so does every offset.
 */
export function withKeywordCase(sql: string, keywordCase: KeywordCase, dialect: SqlDialect): string {
  if (keywordCase === 'keep') return sql;
  let [text, done] = ['', 0];
  for (const statement of splitStatements(sql, dialect)) {
    const tokens = [...sqlTokens(statement.sql, dialect)];
    tokens.forEach((token, place) => {
      if (!isKeyword(tokens, place, dialect)) return;
      const [start, end] = [statement.start + token.start, statement.start + token.end];
      text += sql.slice(done, start) + inCase(sql.slice(start, end), keywordCase);
      done = end;
    });
  }
  return text + sql.slice(done);
}

/** A word in upper or lower case, or as it is. */
export function inCase(word: string, keywordCase: KeywordCase): string {
  if (keywordCase === 'keep') return word;
  return keywordCase === 'upper' ? word.toUpperCase() : word.toLowerCase();
}

function isKeyword(tokens: readonly SqlToken[], place: number, dialect: SqlDialect): boolean {
  const token = tokens[place];
  if (token?.isWord !== true) return false;
  const { text } = token;
  const [before, after] = [tokens[place - 1]?.text ?? '', tokens[place + 1]?.text ?? ''];
  if (before === '.' || after === '.') return false;
  if (before === '' && FIRST.has(text)) return true;
  if (BEHIND[text]?.has(before) === true || BEFORE[text]?.has(after) === true) return true;
  if (text === 'SET' && isSetOfUpdate(tokens, place)) return true;
  // Behind AS a word names an output column, and engines keep its case.
  if (before === 'AS' && !FIRST.has(text)) return false;
  return STRUCTURAL.has(text) && dialectOf(dialect).names.reserved.has(lowerKeyword(text));
}

/** Whether this is the first SET of an UPDATE: SET is a name like any other elsewhere. */
function isSetOfUpdate(tokens: readonly SqlToken[], place: number): boolean {
  return tokens[0]?.text === 'UPDATE' && tokens.findIndex(({ text }) => text === 'SET') === place;
}
