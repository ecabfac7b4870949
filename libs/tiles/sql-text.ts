/**
 * A statement and its values, for the extended protocol: send it with its values as an unnamed prepared statement, so
 * that one text can never carry a second statement and the planner knows the box. Values stand in for `$1`, `$2`…
 */
export interface SqlText {
  readonly text: string;
  readonly parameters: readonly number[];
}

/** Writes a name in double quotes, so that nothing in it is read as SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Where PostGIS is installed: what its functions, types and operators are written with. */
export class PostgisNames {
  readonly #prefix: string;

  /** With a schema every name is qualified; with null the connection's search path finds them. */
  constructor(private readonly schema: string | null) {
    this.#prefix = schema === null ? '' : `${quoted(schema)}.`;
  }

  /** A function, a type or a table of PostGIS by its name. */
  name(name: string): string {
    return `${this.#prefix}${name}`;
  }

  /** An operator of PostGIS. */
  operator(operator: string): string {
    return this.schema === null ? operator : `OPERATOR(${this.#prefix}${operator})`;
  }

  /** A rectangle as a geometry from four expressions. */
  envelope([west, south, east, north]: readonly [string, string, string, string], srid: number): string {
    const corners = [west, south, east, north].map((corner) => `${corner}::float8`).join(', ');
    return `${this.name('ST_MakeEnvelope')}(${corners}, ${String(srid)})`;
  }
}
