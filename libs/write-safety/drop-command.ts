import type { Command } from './commands.js';
import type { Destruction } from './destruction.js';
import { namedObject } from './named-objects.js';
import type { StatementTokens } from './statement-tokens.js';

/** What can be dropped, where it takes more than one word. */
const LONG_KINDS = [
  ['MATERIALIZED', 'VIEW'],
  ['FOREIGN', 'TABLE'],
  ['FOREIGN', 'DATA', 'WRAPPER'],
  ['ACCESS', 'METHOD'],
  ['EVENT', 'TRIGGER'],
  ['USER', 'MAPPING'],
  ['OPERATOR', 'CLASS'],
  ['OPERATOR', 'FAMILY'],
  ['TEXT', 'SEARCH', 'CONFIGURATION'],
  ['TEXT', 'SEARCH', 'DICTIONARY'],
  ['TEXT', 'SEARCH', 'PARSER'],
  ['TEXT', 'SEARCH', 'TEMPLATE'],
  ['OWNED', 'BY'],
  ['MACRO', 'TABLE'],
];
const BEHIND_NAMES = ['CASCADE', 'RESTRICT'];

/** What a DROP takes away. */
export function dropFound(tokens: StatementTokens, { at, end }: Command): Destruction {
  const words = LONG_KINDS.find((kind) => kind.every((word, index) => tokens.is(at + 1 + index, word)));
  const length = words?.length ?? 1;
  const kind = tokens.written(at + 1, at + 1 + length).toLowerCase();
  let from = at + 1 + length;
  while (tokens.is(from, 'CONCURRENTLY', 'IF', 'EXISTS')) from++;
  const to = tokens.find(from, end, ...BEHIND_NAMES) ?? end;
  const name = from < to ? tokens.written(from, to) : null;
  const isCascade = tokens.is(to, 'CASCADE');
  const what = kind === 'owned by' ? `everything that ${name ?? ''} owns` : `the ${kind} ${name ?? ''}`.trimEnd();
  const others = isCascade ? ', and what depends on it' : '';
  return { kind: 'drop', table: name, sentence: `Drops ${what}${others}.` };
}

/** The columns that an ALTER TABLE takes away, and the attributes that an ALTER TYPE does. */
export function droppedColumns(tokens: StatementTokens, { at, end }: Command): Destruction[] {
  let from = at + (tokens.is(at + 1, 'FOREIGN', 'MATERIALIZED') ? 2 : 1);
  if (!tokens.is(from, 'TABLE', 'TYPE', 'VIEW')) return [];
  for (from++; tokens.is(from, 'IF', 'EXISTS'); from++);
  const { name, next } = namedObject(tokens, from);
  const found: Destruction[] = [];
  for (let action: number | null = next; action !== null && action < end; action = nextAction(tokens, action, end)) {
    const column = droppedColumn(tokens, action);
    if (column === null) continue;
    const sentence = `Drops the column ${column} of ${name ?? 'a table'} with its values.`;
    found.push({ kind: 'drop_column', table: name, sentence });
  }
  return found;
}

/** COLUMN may be left out; what else can be dropped says so. */
function droppedColumn(tokens: StatementTokens, action: number): string | null {
  if (!tokens.is(action, 'DROP') || tokens.is(action + 1, 'CONSTRAINT')) return null;
  let from = action + 1;
  while (tokens.is(from, 'COLUMN', 'ATTRIBUTE', 'IF', 'EXISTS')) from++;
  return namedObject(tokens, from).name;
}

function nextAction(tokens: StatementTokens, action: number, end: number): number | null {
  const comma = tokens.find(action, end, ',');
  return comma === null ? null : comma + 1;
}
