import type { StatementResult } from '#libs/api';
import { shortened } from '#libs/markup';
import { countText, countedText } from '#libs/results';

const LEADING_COMMENTS = /^(?:\s+|--[^\n]*(?:\n|$)|\/\*[^]*?\*\/)+/;

/** The command of a statement, or the first word of its text while the database has not named it. */
export function commandOf(statement: Pick<StatementResult, 'command' | 'sql'>): string {
  if (statement.command) return statement.command;
  const text = statement.sql.slice(0, 2_000);
  const word = /^[A-Za-z]+/.exec(text.slice(LEADING_COMMENTS.exec(text)?.[0].length ?? 0))?.[0];
  return word?.toUpperCase() ?? 'SQL';
}

const DEFINING = /^(?:CREATE|ALTER|DROP|COMMENT|ATTACH|DETACH|IMPORT|SELECT INTO)\b/;

/** Whether a statement has changed which tables, columns and the like there are. */
export function hasChangedSchema(statement: StatementResult): boolean {
  return statement.status === 'succeeded' && DEFINING.test(commandOf(statement));
}

/** What a statement gave, in a few words: `200 rows`, `3 rows affected`, `Failed`, `Not run`, `Running`. */
export function outcomeOf(statement: StatementResult): string {
  switch (statement.status) {
    case 'failed':
      return 'Failed';
    case 'cancelled':
      return 'Cancelled';
    case 'not_run':
      return 'Not run';
    case 'running':
      return statement.columns === null || statement.received_rows === 0 ? 'Running' : rowsSoFar(statement);
    case 'succeeded':
      return statement.columns === null ? affectedText(statement) : rowsSoFar(statement);
  }
}

/** The sentence that stands in place of a table for a statement without rows: `INSERT · 3 rows affected`. */
export function commandSentence(statement: StatementResult): string {
  const affected = statement.affected_rows;
  return affected === null
    ? commandOf(statement)
    : `${commandOf(statement)} · ${countedText(affected, 'row')} affected`;
}

/** A line comment, or two dashes that may begin one. */
const UP_TO_COMMENT = /^[^]*?--[^\n]*/;

/**
 * The text of a statement on one line without the comments above it, cut to a length, and at a line with a comment: on one
 * line, what follows would be part of it.
 */
export function excerptOf(sql: string, characters: number): string {
  const all = sql.slice(0, characters * 4 + 2_000);
  const bare = all.slice(LEADING_COMMENTS.exec(all)?.[0].length ?? 0);
  const text = (bare === '' ? all : bare).slice(0, characters * 4).trim();
  const kept = UP_TO_COMMENT.exec(text)?.[0] ?? text;
  const line = kept.replace(/\s+/g, ' ').trim();
  return shortened(kept === text ? line : `${line} …`, characters);
}

function rowsSoFar(statement: StatementResult): string {
  if (statement.row_count !== null) return countedText(statement.row_count, 'row');
  return `${countText(statement.received_rows)}+ rows`;
}

function affectedText(statement: StatementResult): string {
  return statement.affected_rows === null ? 'Done' : `${countedText(statement.affected_rows, 'row')} affected`;
}
