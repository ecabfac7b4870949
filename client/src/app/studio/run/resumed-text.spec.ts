import { describe, expect, it } from '@jest/globals';
import { textMark } from '#libs/drafts';
import { splitStatements } from '#libs/sql';
import { runSample, statementSample } from '../../../testing/run-samples';
import { resumedText } from './resumed-text';

const SELECT = 'SELECT * FROM orders';
const UPDATE = "UPDATE orders SET status = 'x' WHERE id = 5";

/** A run of a text as the server describes it. */
function runOf(sent: string): ReturnType<typeof runSample> {
  return runSample(splitStatements(sent, 'postgres').map(({ sql, start }) => statementSample({ sql, start })));
}

function textOf(now: string, sent: string, sqlOffset = 0, then = now): string {
  const lastRun = { runId: 'r1', sqlOffset, startedAt: '', rowCount: 1, mark: textMark(then) };
  return resumedText(runOf(sent), { sql: now }, lastRun).sql;
}

describe('resumedText', () => {
  it('ends with the statement that ran, whatever stands behind it', () => {
    expect(textOf(`${SELECT};\n${UPDATE};`, SELECT)).toBe(SELECT);
    expect(textOf(`${UPDATE};\n${SELECT};\n${UPDATE};`, SELECT, UPDATE.length + 2)).toBe(SELECT);
  });

  it('keeps what stands before and between the statements of an unchanged text', () => {
    const text = `-- both\n${SELECT}; -- first\n${UPDATE};`;
    expect(textOf(text, text)).toBe(text.slice(0, -1));
  });

  it.each([
    ['another statement at its place', UPDATE],
    ['the rest of a changed text', `${SELECT} WHERE id = 1;\n${UPDATE};`],
    ['a shorter text', 'S'],
  ])('is what ran, where the tab has %s by now', (_case, now) => {
    expect(textOf(now, SELECT, 0, SELECT)).toBe(SELECT);
  });

  it('puts nothing but the statements that ran together again', () => {
    for (const sent of [`${SELECT};${UPDATE}`, `-- a\n${SELECT} -- b;\n;\n\n${UPDATE}; `]) {
      const again = textOf('SELECT 2', sent, 0, sent);
      const statements = (text: string): object[] => splitStatements(text, 'postgres');
      expect(statements(again)).toEqual(statements(sent));
    }
  });

  it('is not read out of a text whose mark is unknown', () => {
    const lastRun = { runId: 'r1', sqlOffset: 0, startedAt: '', rowCount: 1, mark: '' };
    const text = `${SELECT};${UPDATE};${SELECT}`;
    const run = runSample([statementSample({ sql: SELECT, start: 0 }), statementSample({ sql: SELECT, start: 65 })]);
    expect(resumedText(run, { sql: text }, lastRun).sql).not.toContain('UPDATE');
  });
});
