/** One reading of a table in the plan of a query. */
export interface DuckdbRelation {
  readonly catalog: string;
  readonly schema: string;
  readonly table: string;
  /** Which of the readings of the plan it is. */
  readonly reading: string;
}

/** The relation as one text. */
export function relationText({ catalog, schema, table, reading }: DuckdbRelation): string {
  return JSON.stringify([catalog, schema, table, reading]);
}

/** The relation that `relationText` has written. */
export function relationOf(text: string): DuckdbRelation {
  const [catalog = '', schema = '', table = '', reading = ''] = JSON.parse(text) as string[];
  return { catalog, schema, table, reading };
}
