import { shownName, shownTable } from '../catalog/index.js';
import type { CatalogChange } from '../catalog/index.js';
import { groupedBy } from '../lists/index.js';
import { changedPart } from './changed-part.js';
import type { ChangedPart } from './changed-part.js';
import { sqlNames } from './sql-names.js';
import type { SqlNames } from './sql-names.js';

const WORD = /[\p{L}\p{N}_$]+/u;
const WORDS = /[\p{L}\p{N}_$]+/gu;

/** A part that a change has changed, with the place of the change. */
export interface PlacedPart {
  readonly change: number;
  readonly part: ChangedPart;
}

/** How a text relies on what a change has changed. */
export interface TextImpact {
  readonly change: number;
  readonly detail: string;
}

/** The parts that texts may name. */
export function placedParts(changes: readonly CatalogChange[]): PlacedPart[] {
  return changes.map(changedPart).flatMap((part, change) => (part === null ? [] : [{ change, part }]));
}

/** A text, and whether it is only searched for the names of tables, which takes a small part of the time. */
export interface LookedText {
  readonly sql: string;
  readonly isSearched: boolean;
}

/**
 * How each of some texts for Postgres names what changes have changed. Read word by word, not parsed: strings and comments
 * are left out, quoted and folded names are distinguished, and a table that is named with another schema is another table.
 * A column counts where its table is named too; a column that went also where all columns are read. The parts are looked
 * through once, however many texts there are.
 */
export function textImpacts(texts: readonly LookedText[], parts: readonly PlacedPart[]): TextImpact[][] {
  const containedIn = partFinder(parts);
  return texts.map(({ sql, isSearched }) => {
    const contained = containedIn(sql);
    if (contained.length === 0) return [];
    if (isSearched) return contained.map(({ change, part }) => ({ change, detail: containsText(part) }));
    const names = sqlNames(sql);
    return contained.flatMap(({ change, part }) => {
      const detail = howNamed(part, names);
      return detail === null ? [] : [{ change, detail }];
    });
  });
}

/** Finds the parts whose table a text contains, in any case and anywhere: few texts need to be read word by word. */
function partFinder(parts: readonly PlacedPart[]): (sql: string) => PlacedPart[] {
  const ofTable = groupedBy(parts, ({ part }) => part.name.toLowerCase());
  const tablesAt = groupedBy(ofTable.keys(), (name) => WORD.exec(name)?.[0]);
  const unworded = tablesAt.get(undefined) ?? [];
  return (sql) => {
    const text = sql.toLowerCase();
    const words = new Set<string>();
    for (const [word] of text.matchAll(WORDS)) if (tablesAt.has(word)) words.add(word);
    const possible = [...unworded, ...[...words].flatMap((word) => tablesAt.get(word) ?? [])];
    const tables = possible.filter((name) => text.includes(name.replaceAll('"', '""')));
    return tables.flatMap((name) => ofTable.get(name) ?? []).sort((one, other) => one.change - other.change);
  };
}

function containsText(part: ChangedPart): string {
  return `contains ${shownName(part.name)}; too long to be checked`;
}

function howNamed(part: ChangedPart, names: SqlNames): string | null {
  const qualifiers = names.words.get(part.name);
  const isQualified = qualifiers?.has(part.schema) === true;
  if (!isQualified && qualifiers?.has(null) !== true) return null;
  const shown = shownTable(part);
  const where = isQualified || part.schema === 'public' ? '' : ', without its schema';
  if (part.column === null) return `names ${shown}${where}`;
  if (names.words.has(part.column)) return `names ${shown}.${shownName(part.column)}${where}`;
  return part.isGone && names.readsAllColumns ? `reads all columns of ${shown}${where}` : null;
}
