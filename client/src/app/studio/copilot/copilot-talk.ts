import type { CopilotEvent, CopilotLevel, CopilotSqlRequest } from '#libs/api';

/** A question and what came back so far. */
export interface CopilotEntry {
  readonly request: CopilotSqlRequest;
  /** The answer without its SQL. */
  readonly text: string;
  readonly phase: 'asking' | 'done' | 'stopped' | 'failed';
  readonly sent: { readonly tables: readonly string[]; readonly level: CopilotLevel; readonly tokens: number } | null;
  /** Why the first SQL did not hold, where it was asked for once more. */
  readonly repair: string | null;
  readonly offer: { readonly sql: string; readonly problem: string | null; readonly isRepaired: boolean } | null;
  readonly failure: string | null;
}

/** Takes one event of the stream. */
export function withEvent(entry: CopilotEntry, event: CopilotEvent): CopilotEntry {
  switch (event.event) {
    case 'sent':
      return { ...entry, sent: { tables: event.tables, level: event.level, tokens: event.tokens } };
    case 'text':
      return { ...entry, text: entry.text + event.text };
    case 'repair':
      return { ...entry, text: '', repair: event.problem };
    case 'sql':
      return { ...entry, offer: { sql: event.sql, problem: event.problem, isRepaired: event.is_repaired } };
    case 'done':
      return { ...entry, phase: 'done', text: entry.offer === null ? entry.text : withoutBlocks(entry.text) };
    case 'failed':
      return { ...entry, phase: 'failed', failure: event.detail };
  }
}

/** One part of an answer: prose, or a fenced block that may still be arriving. */
export interface AnswerPart {
  readonly kind: 'text' | 'code';
  readonly text: string;
}

/** Cuts an answer into prose and code for showing. */
export function answerParts(text: string): AnswerPart[] {
  return text
    .split(/```[^\n`]*\n?/)
    .map((part, at): AnswerPart => ({ kind: at % 2 === 0 ? 'text' : 'code', text: part.trim() }))
    .filter((part) => part.text !== '');
}

/** The SQL that is offered stands apart from the words around it. */
function withoutBlocks(text: string): string {
  return text.replaceAll(/```[\s\S]*?```/g, '').trim();
}

/** What was sent, in a line: `3 table definitions, names and comments. No rows.` */
export function sentLabel(sent: { readonly tables: readonly string[]; readonly level: CopilotLevel }): string {
  const count = sent.tables.length;
  const tables = count === 1 ? '1 table definition' : `${count} table definitions`;
  const level = { off: '', names: ', names only', comments: ', names and comments', samples: ', with sample values' };
  return `${tables}${level[sent.level]}.${sent.level === 'samples' ? '' : ' No rows.'}`;
}
