import type { ColumnDetails } from '../api/index.js';

/** Names that columns with descriptions of a row have, the best first. */
const USUAL = ['name', 'full_name', 'title', 'label', 'display_name', 'caption', 'description', 'email', 'code'];

/**
 * The column that describes a row to a person, beside its key: a text column with a usual name, else the first text column.
 * Null for a table without any.
 */
export function labelColumn(columns: readonly Pick<ColumnDetails, 'name' | 'kind'>[], key: string): string | null {
  const texts = columns.filter(({ name, kind }) => kind === 'text' && name !== key).map(({ name }) => name);
  const found = USUAL.map((usual) => texts.find((name) => name.toLowerCase() === usual)).find(Boolean);
  return found ?? texts[0] ?? null;
}
