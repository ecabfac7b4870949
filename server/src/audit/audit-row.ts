import { canonicalJson } from '#libs/audit';
import type { AuditEntry } from '#libs/api';

/** The columns of `audit_entry`, in the order in which they are read and written. */
export const AUDIT_COLUMNS = [
  'sequence',
  'at',
  'action',
  'outcome',
  'actor_kind',
  'actor_user_id',
  'actor_name',
  'actor_token_id',
  'object_kind',
  'object_id',
  'object_name',
  'details',
  'hash',
] as const;

type NullableColumn = 'actor_kind' | 'actor_user_id' | 'actor_name' | 'actor_token_id' | 'object_name';

/** A row of `audit_entry` as the database answers it. */
export type AuditRow = { readonly sequence: number } & {
  readonly [C in Exclude<(typeof AUDIT_COLUMNS)[number], 'sequence'>]: C extends NullableColumn
    ? string | null
    : string;
};

/** The values of an entry's row, in the order of `AUDIT_COLUMNS`. */
export function valuesOf({ actor, object, details, ...entry }: AuditEntry): (string | number | null)[] {
  const { sequence, at, action, outcome, hash } = entry;
  const who = actor === null ? [null, null, null, null] : [actor.kind, actor.user_id, actor.name, actor.token_id];
  return [sequence, at, action, outcome, ...who, object.kind, object.id, object.name, canonicalJson(details), hash];
}

/** The entry that a row holds; throws a `SyntaxError` where its details were made unreadable. */
export function entryOf(row: AuditRow): AuditEntry {
  return {
    sequence: row.sequence,
    at: row.at,
    action: row.action,
    outcome: row.outcome as AuditEntry['outcome'],
    actor: actorOf(row),
    object: { kind: row.object_kind, id: row.object_id, name: row.object_name },
    details: JSON.parse(row.details) as AuditEntry['details'],
    hash: row.hash,
  };
}

/** As `entryOf`, null for a row that the workbench did not write so. */
export function readableEntry(row: AuditRow): AuditEntry | null {
  try {
    const entry = entryOf(row);
    const written = valuesOf(entry);
    return AUDIT_COLUMNS.every((column, index) => row[column] === written[index]) ? entry : null;
  } catch {
    return null;
  }
}

function actorOf({ actor_kind: kind, actor_user_id, actor_name, actor_token_id }: AuditRow): AuditEntry['actor'] {
  if (kind === null) return null;
  return { kind, user_id: actor_user_id ?? '', name: actor_name ?? '', token_id: actor_token_id };
}
