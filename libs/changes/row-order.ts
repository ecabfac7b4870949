import type { Cell, ChangeValue, ResultRow, RowEdit } from '../api/index.js';
import { tableKey } from './change-items.js';
import type { RowEffect } from './effect.js';
import type { ReferringTable } from './entangled-references.js';

/** Rows in an order whose reverse takes them back, and one of the tables whose rows no order takes back. */
export interface WritingOrder {
  readonly rows: RowEffect[];
  /** As `schema.table`; null where the reverse of the order breaks no reference. */
  readonly circle: string | null;
}

/** The rows of a statement in an order in which edits could write them, and whose reverse takes them back. */
export function inWritingOrder(effects: readonly RowEffect[], tables: readonly ReferringTable[]): RowEffect[] {
  return writingOrder(effects, tables).rows;
}

/**
 * As `inWritingOrder`. Rows are removed before those that they refer to, then changed, then added behind those that they
 * refer to, unless a reference between two of the rows asks for another order. Rows that refer to each other in a circle
 * stay as they are: only a constraint that is checked later lets them be taken back.
 */
export function writingOrder(effects: readonly RowEffect[], tables: readonly ReferringTable[]): WritingOrder {
  const depths = depthsOf(tables);
  const rank = (effect: RowEffect): number => {
    const depth = depths.get(tableKey(effect)) ?? 0;
    if (effect.kind === 'update') return 0;
    return effect.kind === 'delete' ? -1 - depth : 1 + depth;
  };
  const undone = [...effects].sort((a, b) => rank(a) - rank(b)).reverse();
  const { order, left } = sorted(undone.length, precedences(undone, tables));
  const inCircle = left.map((place) => undone[place]).find((row) => row !== undefined);
  return {
    rows: [...order, ...left].flatMap((place) => undone[place] ?? []).reverse(),
    circle: inCircle === undefined ? null : `${inCircle.schema}.${inCircle.table}`,
  };
}

/** An edit with the row that it is about. */
export interface KnownEdit {
  readonly edit: RowEdit;
  /** The columns of its table. */
  readonly columns: readonly string[];
  /** The row as it is before; null where the edit adds one. */
  readonly before: ResultRow | null;
}

/**
 * Edits in an order in which none takes a row away that another one's row still refers to, or refers to one that is not there
 * yet, as far as the values show it; null where they are in such an order already.
 */
export function inReferenceOrder<E extends KnownEdit>(
  edits: readonly E[],
  tables: readonly ReferringTable[],
): E[] | null {
  if (tables.every(({ foreign_keys: references }) => references.length === 0)) return null;
  const ordered = inWritingOrder(edits.map(expectedEffect), tables).flatMap(({ item }) => edits[item] ?? []);
  return ordered.every((edit, place) => edit === edits[place]) ? null : ordered;
}

/** What an edit does where nothing else has a part in it. */
function expectedEffect({ edit, columns, before }: KnownEdit, item: number): RowEffect {
  const after = edit.kind === 'delete' ? null : withValues(columns, before, edit.values);
  return { item, kind: edit.kind, schema: edit.schema, table: edit.table, columns, before, after };
}

function withValues(
  columns: readonly string[],
  before: ResultRow | null,
  values: Readonly<Record<string, ChangeValue>>,
): Cell[] {
  return columns.map((name, index) => {
    const value = Object.hasOwn(values, name) ? values[name] : before?.[index];
    return typeof value === 'string' ? value : null;
  });
}

/** Which row is taken back before which, by their places. */
type Precedence = readonly [first: number, second: number];

/** What references between rows ask for when they are taken back. */
function precedences(rows: readonly RowEffect[], tables: readonly ReferringTable[]): Precedence[] {
  const places = new Map<string, number[]>();
  rows.forEach((row, place) => addTo(places, tableKey(row), place));
  const found: Precedence[][] = [];
  for (const { schema, name, foreign_keys: references } of tables) {
    const children = places.get(tableKey({ schema, table: name })) ?? [];
    for (const reference of references)
      found.push(precedencesOf(rows, children, places.get(tableKey(reference.references)) ?? [], reference));
  }
  return found.flat();
}

function precedencesOf(
  rows: readonly RowEffect[],
  children: readonly number[],
  parents: readonly number[],
  { columns, references }: ReferringTable['foreign_keys'][number],
): Precedence[] {
  const comesBack = new Map<string, number>();
  const goesAway = new Map<string, number>();
  for (const place of parents) {
    const [before, after] = valuesOf(rows[place], references.columns);
    if (before === after) continue;
    if (before !== null) comesBack.set(before, place);
    if (after !== null) goesAway.set(after, place);
  }
  return children.flatMap((place): Precedence[] => {
    const [before, after] = valuesOf(rows[place], columns);
    if (before === after) return [];
    const restored = before === null ? undefined : comesBack.get(before);
    const removed = after === null ? undefined : goesAway.get(after);
    const first: Precedence[] = restored === undefined || restored === place ? [] : [[restored, place]];
    // A key that is changed back takes the rows that refer to it along.
    if (removed === undefined || removed === place || removed === restored) return first;
    return [...first, [place, removed]];
  });
}

/** The values of some columns before and after, each as one text; null where there is no row, or one of them is NULL. */
function valuesOf(row: RowEffect | undefined, columns: readonly string[]): [string | null, string | null] {
  const textOf = (cells: readonly Cell[] | null | undefined): string | null => {
    const values = columns.map((name) => cells?.[row?.columns.indexOf(name) ?? -1] ?? null);
    return values.length === 0 || values.includes(null) ? null : JSON.stringify(values);
  };
  return [textOf(row?.before), textOf(row?.after)];
}

/** The places of a list in an order that keeps to precedences and else to that of the list; `left` are those in circles. */
function sorted(count: number, pairs: readonly Precedence[]): { order: number[]; left: number[] } {
  const waitsFor = new Array<number>(count).fill(0);
  const followers = new Map<number, number[]>();
  for (const [first, second] of pairs) {
    waitsFor[second] = (waitsFor[second] ?? 0) + 1;
    addTo(followers, first, second);
  }
  const order: number[] = [];
  const isDone = new Array<boolean>(count).fill(false);
  const take = (from: number): void => {
    const ready = [from];
    for (let place = ready.pop(); place !== undefined; place = ready.pop()) {
      if (isDone[place] === true || waitsFor[place] !== 0) continue;
      isDone[place] = true;
      order.push(place);
      for (const next of followers.get(place) ?? []) {
        waitsFor[next] = (waitsFor[next] ?? 0) - 1;
        // Those that come later in the list have their turn there.
        if (next < from) ready.push(next);
      }
    }
  };
  for (let place = 0; place < count; place += 1) take(place);
  return { order, left: isDone.flatMap((done, place) => (done ? [] : [place])) };
}

function addTo<K>(lists: Map<K, number[]>, key: K, place: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [place]);
  else list.push(place);
}

/** How many references lead from each table to others at most; a circle ends where it began. */
function depthsOf(tables: readonly ReferringTable[]): Map<string, number> {
  const parents = new Map(
    tables.map(({ schema, name, foreign_keys: references }) => {
      const own = tableKey({ schema, table: name });
      return [own, references.map(({ references: target }) => tableKey(target)).filter((key) => key !== own)];
    }),
  );
  const depths = new Map<string, number>();
  const depthOf = (key: string, path: ReadonlySet<string>): number => {
    const known = depths.get(key);
    if (known !== undefined) return known;
    const above = (parents.get(key) ?? []).filter((parent) => !path.has(parent));
    const depth = Math.max(0, ...above.map((parent) => 1 + depthOf(parent, new Set([...path, parent]))));
    depths.set(key, depth);
    return depth;
  };
  for (const key of parents.keys()) depthOf(key, new Set([key]));
  return depths;
}
