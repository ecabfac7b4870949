/** What a property is in the tile, in the words of TileJSON. */
export type ServedType = 'Number' | 'String' | 'Boolean';

/**
 * How a column travels. Each expression becomes a column under the same name; at most one of them is not NULL in a row,
 * and `ST_AsMVT` leaves NULL out, so a feature has the property once, as a number or as a text.
 */
export interface PropertyForm {
  readonly served: ServedType;
  readonly expressions: readonly string[];
}

/** The largest whole number that a decoder in JavaScript reads exactly: 2^53 - 1. */
export const EXACT_LIMIT = '9007199254740991';

const asIs = (served: ServedType) => (column: string) => ({ served, expressions: [column] });
const text = (sql: (column: string) => string) => (column: string) => ({
  served: 'String' as const,
  expressions: [sql(column)],
});
const jsonText = (column: string): string => `to_json(${column}) #>> '{}'`;

const FORMS: Readonly<Record<string, (column: string) => PropertyForm>> = {
  smallint: asIs('Number'),
  integer: asIs('Number'),
  'double precision': asIs('Number'),
  boolean: asIs('Boolean'),
  text: asIs('String'),
  'character varying': asIs('String'),
  real: (column) => ({ served: 'Number', expressions: [`${column}::text::float8`] }),
  oid: (column) => ({ served: 'Number', expressions: [`${column}::int8`] }),
  bigint: (column) => numberOrText(column, column, `${column} BETWEEN -${EXACT_LIMIT} AND ${EXACT_LIMIT}`),
  numeric: (column) =>
    numberOrText(
      column,
      `${column}::float8`,
      `${column} = 0 OR abs(${column}) BETWEEN 1e-300::numeric AND ${EXACT_LIMIT}`,
    ),
  date: text(jsonText),
  inet: text(jsonText),
  'timestamp without time zone': text(jsonText),
  'timestamp with time zone': text(
    (column) =>
      `CASE WHEN isfinite(${column}) THEN ${jsonText(`(${column} AT TIME ZONE 'UTC')`)} || 'Z' ELSE ${column}::text END`,
  ),
  bytea: text((column) => `E'\\\\x' || encode(${column}, 'hex')`),
};

/**
 * The form in which a column of a type (`format_type`'s spelling) reaches a feature. Whole numbers, doubles, booleans
 * and texts as they are; real as the shortest decimal that means it; bigint and numeric as numbers where a double can
 * hold the magnitude, else as the database's digits, so that no key is ever rounded into another; dates and timestamps
 * as ISO 8601 text, those with a zone in UTC; arrays as JSON text; json and jsonb as their text, because `ST_AsMVT` would
 * spread or drop them; bytea as `\x` and hex digits; everything else as the database's own text.
 */
export function propertyForm(type: string, column: string): PropertyForm {
  if (type.endsWith('[]')) return text((name) => `to_json(${name})::text`)(column);
  const name = type.replace(/\([^()]*\)/, '');
  const form = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined;
  return form?.(column) ?? text((other) => `${other}::text`)(column);
}

function numberOrText(column: string, number: string, isNumber: string): PropertyForm {
  return {
    served: 'Number',
    expressions: [`CASE WHEN ${isNumber} THEN ${number} END`, `CASE WHEN NOT (${isNumber}) THEN ${column}::text END`],
  };
}
