import { shownName, shownTable } from '../catalog/index.js';
import type { CatalogChange } from '../catalog/index.js';
import { changedPart } from './changed-part.js';
import type { ChangedPart } from './changed-part.js';
import type { ImpactItem, ImpactKind } from '../api/index.js';
import { sqlNames } from './sql-names.js';
import type { SqlNames } from './sql-names.js';

/** A stored SQL text: a saved query, a job. */
export interface KeptSql {
  readonly kind: ImpactKind;
  readonly id: string;
  readonly name: string;
  readonly sql: string;
}

/**
 * The texts for Postgres that name what changes have changed. Read word by word, not parsed: strings and comments are
 * left out, quoted and folded names are distinguished, and a table that is named with another schema is another table. A
 * column counts where its table is named too; a column that went also where all columns are read.
 */
export function textImpact(changes: readonly CatalogChange[], texts: readonly KeptSql[]): ImpactItem[] {
  const byTable = partsByTable(changes);
  const items: ImpactItem[] = [];
  for (const { kind, id, name, sql } of texts) {
    const names = sqlNames(sql);
    for (const { change, part } of [...names.words.keys()].flatMap((word) => byTable.get(word) ?? [])) {
      const detail = howNamed(part, names);
      if (detail !== null) items.push({ change, kind, id, name, detail });
    }
  }
  return items.sort((a, b) => a.change - b.change);
}

interface PlacedPart {
  readonly change: number;
  readonly part: ChangedPart;
}

function partsByTable(changes: readonly CatalogChange[]): ReadonlyMap<string, readonly PlacedPart[]> {
  const byTable = new Map<string, PlacedPart[]>();
  for (const [change, part] of changes.map(changedPart).entries()) {
    if (part === null) continue;
    const known = byTable.get(part.name);
    if (known === undefined) byTable.set(part.name, [{ change, part }]);
    else known.push({ change, part });
  }
  return byTable;
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
