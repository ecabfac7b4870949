import { shownName, shownTable } from '../catalog/index.js';
import type { CatalogChange } from '../catalog/index.js';
import { changedPart } from './changed-part.js';
import type { ChangedPart } from './changed-part.js';
import { sqlNames } from './sql-names.js';
import type { SqlNames } from './sql-names.js';

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

/**
 * How a text for Postgres names what changes have changed. Read word by word, not parsed: strings and comments are
 * left out, quoted and folded names are distinguished, and a table that is named with another schema is another table. A
 * column counts where its table is named too; a column that went also where all columns are read. A long text is only
 * searched for the names of the tables (`isSearched`), which takes a small part of the time.
 */
export function textImpact(sql: string, parts: readonly PlacedPart[], isSearched: boolean): TextImpact[] {
  const contained = containedParts(sql, parts);
  if (contained.length === 0) return [];
  if (isSearched) return contained.map(({ change, part }) => ({ change, detail: containsText(part) }));
  const names = sqlNames(sql);
  return contained.flatMap(({ change, part }) => {
    const detail = howNamed(part, names);
    return detail === null ? [] : [{ change, detail }];
  });
}

/** The parts whose table a text contains, in any case and anywhere: few texts need to be read word by word. */
function containedParts(sql: string, parts: readonly PlacedPart[]): PlacedPart[] {
  const text = sql.toLowerCase();
  const first = (name: string): string | undefined => /[\p{L}\p{N}_$]+/u.exec(name)?.[0];
  const wanted = new Set(parts.map(({ part }) => first(part.name.toLowerCase())));
  const found = new Set<string | undefined>([undefined]);
  for (const [word] of text.matchAll(/[\p{L}\p{N}_$]+/gu)) if (wanted.has(word)) found.add(word);
  return parts.filter(({ part }) => {
    const name = part.name.toLowerCase();
    return found.has(first(name)) && text.includes(name.replaceAll('"', '""'));
  });
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
