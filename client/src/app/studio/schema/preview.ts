/** What PREVIEW opens for a table: a tab of its name with its first rows. */
export interface Preview {
  readonly title: string;
  readonly sql: string;
}

/** The statement that shows a table's first rows; `name` is written as SQL, quoted only where it has to be. */
export function previewOf(name: string, title: string, rows: number): Preview {
  return { title, sql: `SELECT * FROM ${name} LIMIT ${rows}` };
}
