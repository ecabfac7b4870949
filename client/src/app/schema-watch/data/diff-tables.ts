import type { SchemaChange } from '#libs/api';
import { changeDetail, columnExpression, shownColumns, shownForeignKey, shownName, shownText } from '#libs/catalog';
import type { ChangeKind, TracedChange } from '#libs/catalog';
import { groupedBy } from '#libs/lists';

export type DiffSign = '+' | '−' | '~';

/** One line of a diff: its sign, what it says, and what more is known. */
export interface DiffLine {
  readonly sign: DiffSign;
  readonly text: string;
  /** Empty where there is no more to know. */
  readonly note: string;
  readonly breaksContract: boolean;
}

/** The lines that are about one table. */
export interface DiffTable {
  readonly table: string;
  readonly isRecreated: boolean;
  /** The sentences about it. */
  readonly sentences: readonly string[];
  readonly lines: readonly DiffLine[];
}

/** A change record by table, in the order in which the tables are reported; `isBreaking` reports what broke the contract. */
export function diffTables(
  record: Pick<SchemaChange, 'changes' | 'recreated'>,
  isBreaking: (change: TracedChange) => boolean,
): DiffTable[] {
  const byTable = groupedBy(record.changes, ({ table }) => table);
  const recreated = new Set(record.recreated);
  const tables = new Set([...recreated, ...byTable.keys()]);
  return [...tables].map((table) => {
    const changes = byTable.get(table) ?? [];
    return {
      table,
      isRecreated: recreated.has(table),
      sentences: changes.map(({ summary }) => summary),
      lines: changes.map((change) => diffLine(change, isBreaking(change))),
    };
  });
}

/** How many lines came, went and changed: `2 added, 1 removed`. */
export function countText(lines: readonly DiffLine[]): string {
  const words: readonly (readonly [DiffSign, string])[] = [
    ['+', 'added'],
    ['−', 'removed'],
    ['~', 'changed'],
  ];
  const counts = words.map(([sign, word]) => [lines.filter((line) => line.sign === sign).length, word] as const);
  return counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');
}

function diffLine(change: TracedChange, breaksContract: boolean): DiffLine {
  return {
    sign: signOf(change.kind),
    text: textOf(change),
    note: noteOf(change),
    breaksContract,
  };
}

function signOf(kind: ChangeKind): DiffSign {
  if (kind.endsWith('_added')) return '+';
  return kind.endsWith('_removed') ? '−' : '~';
}

/** What a line says beside its sign; the table is named above it. */
function textOf(change: TracedChange): string {
  switch (change.kind) {
    case 'table_added':
      return `table with ${columnCount(change.after.columns.length)}`;
    case 'table_removed':
      return `table with ${columnCount(change.before.columns.length)}`;
    case 'column_added':
      return columnText(change.column, change.after);
    case 'column_removed':
      return columnText(change.column, change.before);
    case 'type_changed':
      return `${shownName(change.column)}: type ${shownText(change.before)} → ${shownText(change.after)}`;
    case 'nullability_changed':
      return `${shownName(change.column)}: ${change.after ? 'now nullable' : 'NOT NULL added'}`;
    case 'primary_key_changed':
      return `primary key ${shownColumns(change.before)} → ${shownColumns(change.after)}`;
    case 'foreign_key_added':
      return shownForeignKey(change.after);
    case 'foreign_key_removed':
      return shownForeignKey(change.before);
    case 'index_added':
      return `index ${shownName(change.after.name)}`;
    case 'index_removed':
      return `index ${shownName(change.before.name)}`;
    case 'default_changed':
    case 'generated_changed':
    case 'identity_changed':
    case 'collation_changed':
      return `${shownName(change.column)}: ${columnExpression(change)}`;
    case 'column_recreated':
      return `${shownName(change.column)}: dropped and re-added`;
    case 'check_added':
      return `check ${shownName(change.after.name)} ${shownText(change.after.definition)}`;
    case 'check_removed':
      return `check ${shownName(change.before.name)}`;
    case 'object_added':
      return change.after.kind;
    case 'object_removed':
      return change.before.kind;
    default:
      return changeDetail(change) ?? change.summary;
  }
}

function columnText(name: string, { type, nullable }: { type: string; nullable: boolean }): string {
  return `column ${shownName(name)} ${shownText(type)}${nullable ? '' : ' NOT NULL'}`;
}

function columnCount(count: number): string {
  return count === 1 ? '1 column' : `${count} columns`;
}

/** The partner of a renamed table comes as it is shown, that of a column as the database calls it. */
function noteOf({ kind, renamed_from: from, renamed_to: to }: TracedChange): string {
  const shown = (name: string): string => (kind.startsWith('column') ? shownName(name) : name);
  if (from !== undefined) return `renamed from ${shown(from)}`;
  return to === undefined ? '' : `renamed to ${shown(to)}`;
}
