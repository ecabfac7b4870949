import type { Cell, ChangeConflict, ChangeValue } from '#libs/api';

/** A column of a row in conflict, with its three values; undefined where a row has no value for it. */
export interface ConflictLine {
  readonly column: string;
  readonly yours: ChangeValue | undefined;
  readonly theirs: Cell | undefined;
  readonly before: Cell | undefined;
  readonly isYoursChanged: boolean;
  readonly isTheirsChanged: boolean;
}

/** The columns in which one side differs from the row as it was edited. */
export function conflictLines({ yours, theirs, before }: ChangeConflict): ConflictLine[] {
  const columns = [...new Set([...Object.keys(before), ...Object.keys(yours ?? {})])];
  const lines = columns.map((column) => {
    const [was, now] = [before[column], theirs?.[column]];
    const given = yours === null ? undefined : column in yours ? yours[column] : was;
    return {
      ...{ column, yours: given, theirs: now, before: was },
      isYoursChanged: yours !== null && given !== was,
      isTheirsChanged: theirs !== null && now !== was,
    };
  });
  const changed = lines.filter((line) => line.isYoursChanged || line.isTheirsChanged);
  return changed.length === 0 ? lines : changed;
}

/** The key of a row, as in `id 1280107`. */
export function keyText(key: ChangeConflict['key']): string {
  return Object.entries(key)
    .map(([column, value]) => `${column} ${value}`)
    .join(', ');
}
