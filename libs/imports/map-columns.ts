import type { ColumnDetails, ImportMapping } from '../api/index.js';

/** What a mapping looks at of a column of the table. */
export type TargetColumn = Pick<ColumnDetails, 'name' | 'nullable' | 'default' | 'is_generated' | 'identity'>;

/** Whether an import can give the column a value. */
export function isImportable({ is_generated: isGenerated, identity }: TargetColumn): boolean {
  return !isGenerated && identity !== 'always';
}

/** Whether a row needs a value of this column. */
export function isRequired(column: TargetColumn): boolean {
  return isImportable(column) && !column.nullable && column.default === null && column.identity === null;
}

/**
 * The columns of a table with the columns of a file that have their names: the same name, or the same letters and digits
 * in any case. A column of the file fills at most one column.
 */
export function mapColumns(sources: readonly string[], targets: readonly TargetColumn[]): ImportMapping[] {
  const free = new Set(sources);
  const mapped = new Map<string, string>();
  const open = targets.filter(isImportable);
  for (const isSame of [isSameName, hasSameLetters]) {
    for (const { name } of open) {
      const source = mapped.has(name) ? undefined : [...free].find((one) => isSame(one, name));
      if (source === undefined) continue;
      free.delete(source);
      mapped.set(name, source);
    }
  }
  return open.flatMap(({ name }) => {
    const source = mapped.get(name);
    return source === undefined ? [] : [{ source, target: name }];
  });
}

function isSameName(source: string, target: string): boolean {
  return source === target;
}

function hasSameLetters(source: string, target: string): boolean {
  const letters = lettersOf(source);
  return letters !== '' && letters === lettersOf(target);
}

/** By which names are compared: letters and digits, in any case. */
export function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{Letter}\p{Number}]/gu, '');
}
