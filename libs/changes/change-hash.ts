import type { ChangeItem, Connection } from '../api/index.js';
import { canonicalJson } from '../audit/index.js';
import type { JsonValue } from '../audit/index.js';
import { tableKey } from './change-items.js';
import { shownRows } from './effect.js';
import type { ChangeEffect, RowEffect } from './effect.js';

/** SHA-256 of a text's UTF-8 bytes, in hexadecimal. */
export type Digest = (text: string) => string;

/**
 * The hash over exactly what a change set will do on a connection; titles, comments and states are no part of it. It is a
 * chain over the items, so that `extendedHash` gives the same for items that come in parts.
 */
export function changeHash(connectionId: string, items: readonly ChangeItem[], digest: Digest): string {
  return extendedHash(digest(canonicalJson({ format: 2, connection_id: connectionId })), items, digest);
}

/** The hash of a change set to which items are added, from the one that it has. */
export function extendedHash(hash: string, items: readonly ChangeItem[], digest: Digest): string {
  return items.reduce((chain, item) => digest(chain + canonicalJson(item as unknown as JsonValue)), hash);
}

/** The settings of a connection that lead to a database; with other ones, its id is the name of another database. */
const PLACE = ['kind', 'host', 'port', 'database', 'service', 'ssh', 'ssh_host', 'ssh_port', 'path'] as const;

/** The digest of where a connection leads. */
export function placeDigest(connection: Connection, digest: Digest): string {
  const settings = PLACE.map((name) => connection[name] ?? null);
  return digest(canonicalJson({ format: 1, settings }));
}

/**
 * The hash over what a change set did: equal for a rehearsal and for what is applied where both did the same. `varying` has
 * the columns of each item, by its place, that are left out, because the database gives them another value each time; of a
 * statement that it names, the checksum is left out; but not that its rows are all known, since an undo was promised. The
 * columns of the tables count as well: cells stand by their places, and other names give them another meaning.
 */
export function effectHash(
  hash: string,
  effect: ChangeEffect,
  varying: ReadonlyMap<number, readonly string[]>,
  digest: Digest,
): string {
  const rows = effect.rows.map((row) => [
    row.item,
    row.before === null ? null : [...row.before],
    row.after === null ? null : maskedCells(row, varying.get(row.item) ?? []),
  ]);
  const statements = effect.statements.map(({ item, affectedRows, checksum, isVarying, canUndo }) => {
    if (isVarying !== true && !varying.has(item)) return [item, affectedRows, checksum];
    return [item, affectedRows, null, ...(canUndo === true ? ['undone'] : [])];
  });
  const touched = [...effect.touched]
    .sort((a, b) => (tableKey(a) < tableKey(b) ? -1 : 1))
    .map(({ schema, table, inserted, updated, deleted }) => [schema, table, inserted, updated, deleted]);
  return digest(canonicalJson({ format: 2, hash, rows, statements, touched, tables: layoutsOf(effect) }));
}

/** The tables of all rows that are shown, with their columns, each once. */
function layoutsOf(effect: ChangeEffect): JsonValue[] {
  const found = new Map<readonly string[], string>();
  for (const { schema, table, columns } of shownRows(effect))
    if (!found.has(columns)) found.set(columns, canonicalJson([schema, table, [...columns]]));
  return [...new Set(found.values())].sort();
}

function maskedCells({ after, columns }: RowEffect, varying: readonly string[]): JsonValue[] {
  return columns.map((name, index) => (varying.includes(name) ? { varying: true } : (after?.[index] ?? null)));
}
