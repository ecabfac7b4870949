import type { ParameterType } from '../../api/index.js';
import type { PlacedValue } from '../dialect.js';

/** What DuckDB calls a type; a decimal has the digits that its value has, so that nothing is rounded. */
const TYPES: Record<Exclude<ParameterType, 'numeric'>, string> = {
  text: 'VARCHAR',
  integer: 'INTEGER',
  bigint: 'BIGINT',
  double: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  time: 'TIME',
  timestamp: 'TIMESTAMP',
  timestamptz: 'TIMESTAMPTZ',
  interval: 'INTERVAL',
  uuid: 'UUID',
  json: 'JSON',
  jsonb: 'JSON',
  binary: 'BLOB',
};
const DECIMAL_WIDTH = 38;
const EXPONENT_SCALE = 10;

/** A place, cast to the type of its value where it has one, because the protocol of DuckDB carries no types. */
export function castPlace(place: string, value: PlacedValue | undefined): string {
  if (!value?.type) return place;
  const type = value.type === 'numeric' ? decimalFor(value.text ?? '') : TYPES[value.type];
  return `CAST(${place} AS ${type})`;
}

function decimalFor(text: string): string {
  if (/e/i.test(text)) return `DECIMAL(${DECIMAL_WIDTH},${EXPONENT_SCALE})`;
  const scale = /\.(\d+)\s*$/.exec(text)?.[1]?.length ?? 0;
  return `DECIMAL(${DECIMAL_WIDTH},${Math.min(scale, DECIMAL_WIDTH)})`;
}
