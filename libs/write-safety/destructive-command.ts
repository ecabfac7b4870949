import type { DestructiveKind } from '../api/index.js';
import { dialectOf } from '../dialects/index.js';
import type { SqlDialect } from '../dialects/index.js';
import { isAlwaysTrue } from './always-true.js';
import type { Command } from './commands.js';
import type { Destruction } from './destruction.js';
import { dropFound, droppedColumns } from './drop-command.js';
import { namedObject, namedObjects } from './named-objects.js';
import type { StatementTokens } from './statement-tokens.js';

const BEHIND_CONDITION = ['RETURNING', 'ORDER', 'LIMIT'];

/** What a command destroys without asking which rows: nothing for all but a few commands. */
export function destructionsOf(tokens: StatementTokens, command: Command, dialect: SqlDialect): Destruction[] {
  switch (tokens.text(command.at)) {
    case 'DROP':
      return [dropFound(tokens, command)];
    case 'ALTER':
      return droppedColumns(tokens, command);
    case 'TRUNCATE':
      return [truncation(tokens, command)];
    case 'DELETE':
      return tokens.is(command.at + 1, 'FROM') ? deletion(tokens, command) : [];
    case 'UPDATE':
      return update(tokens, command);
    case 'MERGE':
      return merge(tokens, command);
    case 'CREATE':
      return dialectOf(dialect).statements.replacesTables ? replacement(tokens, command) : [];
    default:
      return [];
  }
}

function truncation(tokens: StatementTokens, { at, end }: Command): Destruction {
  // A table may be called "table" only in quotes.
  const { name } = namedObjects(tokens, tokens.is(at + 1, 'TABLE') ? at + 2 : at + 1, end);
  return { kind: 'truncate', table: name, sentence: `Empties ${name ?? 'a table'}.` };
}

function deletion(tokens: StatementTokens, command: Command): Destruction[] {
  if (picksRows(tokens, command)) return [];
  const { name } = namedObject(tokens, command.at + 2);
  return [{ kind: 'delete', table: name, sentence: `Deletes every row of ${name ?? 'a table'}.` }];
}

function update(tokens: StatementTokens, command: Command): Destruction[] {
  // Without SET it is a column of that name: FROM f() AS (update int).
  if (tokens.find(command.at, command.end, 'SET') === null || picksRows(tokens, command)) return [];
  // SQLite: UPDATE OR REPLACE t.
  const { name } = namedObject(tokens, tokens.is(command.at + 1, 'OR') ? command.at + 3 : command.at + 1);
  return [{ kind: 'update', table: name, sentence: `Changes every row of ${name ?? 'a table'}.` }];
}

function picksRows(tokens: StatementTokens, { at, end }: Command): boolean {
  const where = tokens.find(at, end, 'WHERE');
  if (where === null) return false;
  return !isAlwaysTrue(tokens, where + 1, tokens.find(where, end, ...BEHIND_CONDITION) ?? end);
}

/** MERGE picks rows by its source. Those that the source does not have, or a condition that is always true, are all. */
function merge(tokens: StatementTokens, command: Command): Destruction[] {
  const { at, end } = command;
  const { name } = namedObject(tokens, tokens.is(at + 1, 'INTO') ? at + 2 : at + 1);
  const joinsAll = isJoinOfAll(tokens, command);
  const kinds = new Map<DestructiveKind, string>();
  for (let when = tokens.find(at, end, 'WHEN'); when !== null; when = tokens.find(when + 1, end, 'WHEN')) {
    const then = tokens.find(when, end, 'THEN');
    if (then === null) break;
    if ((tokens.find(when, then, 'AND') ?? null) !== null) continue;
    const isRest = tokens.is(when + 1, 'NOT') && tokens.is(when + 4, 'SOURCE');
    const kind = tokens.is(then + 1, 'DELETE') ? 'delete' : tokens.is(then + 1, 'UPDATE') ? 'update' : null;
    if (kind !== null && (isRest || (joinsAll && tokens.is(when + 1, 'MATCHED')))) {
      kinds.set(
        kind,
        `${kind === 'delete' ? 'Deletes' : 'Changes'} ${rows(isRest)} ${name ?? 'a table'}${rest(isRest)}.`,
      );
    }
  }
  return [...kinds].map(([kind, sentence]) => ({ kind, table: name, sentence }));
}

const rows = (isRest: boolean): string => (isRest ? 'all rows of' : 'every row of');
const rest = (isRest: boolean): string => (isRest ? ' that the source does not have' : '');

function isJoinOfAll(tokens: StatementTokens, { at, end }: Command): boolean {
  const on = tokens.find(at, end, 'ON');
  const when = on === null ? null : tokens.find(on, end, 'WHEN');
  return on !== null && when !== null && isAlwaysTrue(tokens, on + 1, when);
}

/** CREATE OR REPLACE TABLE drops the table that is there. */
function replacement(tokens: StatementTokens, { at }: Command): Destruction[] {
  if (!tokens.is(at + 1, 'OR') || !tokens.is(at + 2, 'REPLACE') || !tokens.is(at + 3, 'TABLE')) return [];
  const { name } = namedObject(tokens, at + 4);
  return [{ kind: 'replace', table: name, sentence: `Replaces the table ${name ?? ''} with all that is in it.` }];
}
