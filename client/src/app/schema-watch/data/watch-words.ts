import type { ContractStatus, ContractSummary, SchemaWatchRun, SnapshotInfo } from '#libs/api';
import type { BadgeTone } from '../../shared/ui/badge';
import type { IconName } from '../../shared/ui/icon/icon';
import type { ToastMessage } from '../../shared/ui/toast/toast';

/** How the state of a contract looks, and its word. */
export interface ContractBadge {
  readonly word: string;
  readonly icon: IconName;
  readonly tone: BadgeTone;
  /** Class of a line that says it. */
  readonly state: string;
}

const CONTRACT_LOOKS: Readonly<Record<ContractStatus, ContractBadge>> = {
  holds: { word: 'Holds', icon: 'circle-check', tone: 'success', state: 'dw-success' },
  violated: { word: 'Violated', icon: 'circle-x', tone: 'danger', state: 'dw-danger' },
};
const STALE: ContractBadge = { word: 'Stale', icon: 'triangle-alert', tone: 'warn', state: 'dw-warn' };

/** The look of a contract: its state as of the last evaluation, unless that may be out of date. */
export function contractBadge({ state, stale }: Pick<ContractSummary, 'state' | 'stale'>): ContractBadge {
  return stale ? STALE : CONTRACT_LOOKS[state];
}

/** A connection without a contract that could not be read. */
export const CHECK_FAILED: ContractBadge = {
  word: 'Check failed',
  icon: 'triangle-alert',
  tone: 'warn',
  state: 'dw-warn',
};

/** Schemas named in one sentence. */
const MOST_NAMES = 5;

/** A count with its noun: `1 table`, `1,204 columns`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`;
}

/** What a catalog holds. */
export function sizeText({ table_count: tables, column_count: columns }: SnapshotInfo): string {
  return `${counted(tables, 'table')}, ${counted(columns, 'column')}`;
}

/** Why nothing is reported of a snapshot; null where nothing is held back. */
export function heldBackText({ is_stable: isStable }: SnapshotInfo): string | null {
  return isStable ? null : 'The schema changed while it was read. Differences appear after the next check.';
}

/** Which schemas the role cannot use; null where it can use all of them. */
export function missingRightsText({ inaccessible_schemas: schemas }: SnapshotInfo): string | null {
  if (schemas.length === 0) return null;
  const names =
    schemas.length > MOST_NAMES
      ? `${schemas.slice(0, MOST_NAMES).join(', ')} and ${schemas.length - MOST_NAMES} more`
      : schemas.join(', ');
  const noun = schemas.length === 1 ? 'schema' : 'schemas';
  return `The connection's role has no USAGE on ${noun} ${names}. Tables there are watched but can't be queried.`;
}

/** How a check that was asked for went. */
export function outcomeToast(name: string, { baseline, change, snapshot }: SchemaWatchRun): ToastMessage {
  const heldBack = heldBackText(snapshot);
  if (heldBack !== null) return { tone: 'warn', title: `${name} is on hold`, text: heldBack };
  if (baseline) return { tone: 'success', title: `Baseline of ${name} taken`, text: sizeText(snapshot) };
  if (change === null) return { tone: 'success', title: `Nothing changed in ${name}`, text: sizeText(snapshot) };
  // What changed is on the page; a message of it would only cover the page.
  return { tone: 'warn', title: `${counted(change.changes.length, 'change')} in ${name}` };
}
