import type { ChangeCounts, ChangePerson, ChangeSet, ChangeState } from '#libs/api';
import type { IconName } from '../../ui/icon/icon';

/** How a status is drawn: always with icon and word. */
export interface StatusStyle {
  readonly label: string;
  readonly icon: IconName;
  readonly tone: 'accent' | 'info' | 'success' | 'warn' | 'neutral';
}

export const STATUS_STYLES: Readonly<Record<ChangeState, StatusStyle>> = {
  draft: { label: 'Draft', icon: 'pencil', tone: 'neutral' },
  proposed: { label: 'Proposed', icon: 'circle-dot', tone: 'accent' },
  approved: { label: 'Approved', icon: 'shield-check', tone: 'info' },
  applied: { label: 'Applied', icon: 'circle-check', tone: 'success' },
  undone: { label: 'Undone', icon: 'rotate-ccw', tone: 'neutral' },
  refused: { label: 'Refused', icon: 'ban', tone: 'neutral' },
  conflicted: { label: 'Conflicted', icon: 'triangle-alert', tone: 'warn' },
};

const UNCERTAIN: StatusStyle = { label: 'Uncertain', icon: 'clock', tone: 'warn' };

/** The status of a change set; `Uncertain` while it is not known whether the database has kept it. */
export function statusOf({ state, is_uncertain: isUncertain }: Pick<ChangeSet, 'state' | 'is_uncertain'>): StatusStyle {
  return isUncertain ? UNCERTAIN : STATUS_STYLES[state];
}

/** A person, or a program that acts for one. */
export function authorIcon({ kind }: ChangePerson): IconName {
  return kind === 'user' ? 'user' : 'bot';
}

/** How many rows are edited. */
export function rowCount({ inserts, updates, deletes }: ChangeCounts): number {
  return inserts + updates + deletes;
}

/** How many rows are edited, for a column of counts; empty where only statements know which rows they change. */
export function editedRowsText(counts: ChangeCounts): string {
  const rows = rowCount(counts);
  return rows === 0 && counts.statements > 0 ? '' : rows.toLocaleString('en');
}

/** `4 rows, 1 statement`. */
export function sizeText(counts: ChangeCounts): string {
  const [rows, { statements }] = [rowCount(counts), counts];
  const parts = [rows > 0 ? counted(rows, 'row') : '', statements > 0 ? counted(statements, 'statement') : ''];
  return parts.filter((part) => part !== '').join(', ') || 'Empty';
}

/** What the button that applies it counts: rows and statements together are changes. */
export function applyText(counts: ChangeCounts): string {
  const [rows, { statements }] = [rowCount(counts), counts];
  return rows === 0 ? `Apply ${counted(statements, 'statement')}` : `Apply ${counted(rows + statements, 'change')}`;
}

/** `1 row`, `1,204 rows`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** The tables of a change set, as far as there is room for their names. */
export function tablesText(tables: ChangeSet['tables'], shown = 3): string {
  const names = tables.slice(0, shown).map(({ schema, table }) => (schema === 'public' ? table : `${schema}.${table}`));
  return [...names, ...(tables.length > shown ? [`+${tables.length - shown}`] : [])].join(', ');
}
