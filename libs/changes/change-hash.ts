import type { ChangeItem, Connection } from '../api/index.js';
import { canonicalJson } from '../audit/index.js';
import type { JsonValue } from '../audit/index.js';
import { tableKey } from './change-items.js';
import { shownRows } from './effect.js';
import type { ChangeEffect, RowEffect } from './effect.js';

/** SHA-256 of a text's UTF-8 bytes, in hexadecimal. */
export type Digest = (text: string) => string;

/**
 * The hash of a change set without items on a connection. With `hashChain` it is the hash over exactly what a change set will
 * do; titles, comments and states are no part of it.
 */
export function emptyHash(connectionId: string, digest: Digest): string {
  return digest(canonicalJson({ format: 2, connection_id: connectionId }));
}

/**
 * The hashes of a change set to which items are added one by one, from the one that it has: the last is in force. Items that
 * come in parts give the same as all of them at once.
 */
export function* hashChain(hash: string, items: readonly ChangeItem[], digest: Digest): Generator<string, void> {
  let chain = hash;
  for (const item of items) {
    chain = digest(chain + canonicalJson(item as unknown as JsonValue));
    yield chain;
  }
}

/** The settings of a connection that lead to a database; with other ones, its id is the name of another database. */
const PLACE = ['kind', 'host', 'port', 'database', 'service', 'ssh', 'ssh_host', 'ssh_port', 'path'] as const;

/** The digest of where a connection leads. */
export function placeDigest(connection: Connection, digest: Digest): string {
  const settings = PLACE.map((name) => connection[name] ?? null);
  return digest(canonicalJson({ format: 1, settings }));
}

/** Rows are written together up to so many characters. */
const PIECE_CHARACTERS = 65_536;

/**
 * The text whose SHA-256 is the hash over what a change set did, in pieces: equal for a rehearsal and for what is applied
 * where both did the same. `varying` has the columns of each item, by its place, that are left out, because the database
 * gives them another value each time; of a statement that it names, the checksum is left out; but not that its rows are all
 * known, since an undo was promised. The columns of the tables count as well: cells stand by their places, and other names
 * give them another meaning.
 */
export function* effectPieces(
  hash: string,
  effect: ChangeEffect,
  varying: ReadonlyMap<number, readonly string[]>,
): Generator<string, void> {
  let piece = `{"format":2,"hash":${JSON.stringify(hash)},"rows":[`;
  for (const [index, row] of effect.rows.entries()) {
    const cells = [
      row.item,
      row.before === null ? null : [...row.before],
      row.after === null ? null : maskedCells(row, varying.get(row.item) ?? []),
    ];
    piece += `${index === 0 ? '' : ','}${canonicalJson(cells)}`;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  const statements = effect.statements.map(({ item, affectedRows, checksum, isVarying, canUndo }) => {
    if (isVarying !== true && !varying.has(item)) return [item, affectedRows, checksum];
    return [item, affectedRows, null, ...(canUndo === true ? ['undone'] : [])];
  });
  const touched = [...effect.touched]
    .sort((a, b) => (tableKey(a) < tableKey(b) ? -1 : 1))
    .map(({ schema, table, inserted, updated, deleted }) => [schema, table, inserted, updated, deleted]);
  // What follows in the order of the names, as canonical JSON has them.
  yield `${piece}],${canonicalJson({ statements, tables: layoutsOf(effect), touched }).slice(1)}`;
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
