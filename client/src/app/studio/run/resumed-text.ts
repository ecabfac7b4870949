import type { Run } from '#libs/api';
import { hasMark } from '#libs/drafts';
import { positionAt } from '../editor/text-position';
import type { LastRun, StudioTab } from '../tabs/studio-tab';
import type { SentText } from './run-state';

/**
 * What a run of an earlier page was sent: its statements and nothing that stands behind them in the tab. Of a text that
 * has changed since, only the statements themselves are known.
 */
export function resumedText(run: Run, { sql: text }: Pick<StudioTab, 'sql'>, lastRun: LastRun): SentText {
  const { sqlOffset: offset, mark } = lastRun;
  const last = run.statements.at(-1);
  const written = text.slice(offset, offset + (last === undefined ? 0 : last.start + last.sql.length));
  const isSame = mark !== '' && hasMark(text, mark) && hasStatements(written, run);
  const sql = isSame ? written : statementsAlone(run);
  return { sql, offset, start: positionAt(text, offset), connectionId: run.connection_id };
}

function hasStatements(text: string, { statements }: Run): boolean {
  return statements.every(({ sql, start }) => text.startsWith(sql, start));
}

/** The statements at their places in the text as sent, with nothing but blanks between them. */
function statementsAlone({ statements }: Run): string {
  return statements.reduce((text, { sql, start }) => {
    const gap = start - text.length;
    // A comment may have stood behind the statement before.
    const end = text === '' ? '' : gap < 2 ? ';' : '\n;';
    return text + end.padEnd(gap) + sql;
  }, '');
}
