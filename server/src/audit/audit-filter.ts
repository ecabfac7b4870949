import { Brackets } from 'typeorm';
import type { SelectQueryBuilder } from 'typeorm';
import { likePattern } from '../platform/index.js';
import type { AuditRecord } from './audit-entry.entity.js';

/** Which entries are asked for; what is left out does not limit. */
export interface AuditFilter {
  /** A whole action, such as `user.invite`, or a group of them, such as `user`. */
  readonly action?: string | undefined;
  /** A person's id, or a part of the name that was written down. */
  readonly actor?: string | undefined;
  /** A kind of object, or a part of an object's id or name. */
  readonly object?: string | undefined;
  readonly outcome?: string | undefined;
  /** ISO 8601; inclusive. */
  readonly from?: string | undefined;
  /** ISO 8601; exclusive. */
  readonly to?: string | undefined;
}

/** Leaves of a query over `entry` only what a filter asks for. Letters of ASCII are found in either case. */
export function applyFilter(query: SelectQueryBuilder<AuditRecord>, filter: AuditFilter): void {
  const { action, actor, object, outcome, from, to } = filter;
  if (action?.includes('.')) query.andWhere('entry.action = :action', { action });
  // A range, and not LIKE: an index serves it whatever the collation. After the dot comes the slash.
  else if (action)
    query.andWhere('entry.action > :group AND entry.action < :after', { group: `${action}.`, after: `${action}/` });
  if (actor)
    query.andWhere(anyOf('entry.actorUserId = :actor', like('entry.actorName', 'actorPart')), {
      actor,
      actorPart: part(actor),
    });
  if (object) {
    const places = [like('entry.objectId', 'objectPart'), like('entry.objectName', 'objectPart')];
    query.andWhere(anyOf('entry.objectKind = :object', ...places), { object, objectPart: part(object) });
  }
  if (outcome) query.andWhere('entry.outcome = :outcome', { outcome });
  if (from) query.andWhere('entry.at >= :from', { from: new Date(from).toISOString() });
  if (to) query.andWhere('entry.at < :to', { to: new Date(to).toISOString() });
}

function anyOf(...conditions: readonly string[]): Brackets {
  return new Brackets((either) => conditions.forEach((condition) => either.orWhere(condition)));
}

function like(column: string, parameter: string): string {
  return `LOWER(${column}) LIKE :${parameter} ESCAPE '\\'`;
}

/** In the case that `LOWER` of SQLite gives: letters of ASCII only. */
function part(text: string): string {
  const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return likePattern(lower);
}
