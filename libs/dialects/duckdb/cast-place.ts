import { decimalDigits } from '../decimal-digits.js';
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

/** A place, cast to the type of its value where it has one, because the protocol of DuckDB carries no types. */
export function castPlace(place: string, value: PlacedValue | undefined): string {
  if (!value?.type) return place;
  const type = value.type === 'numeric' ? decimalFor(value.text ?? '') : TYPES[value.type];
  return `CAST(${place} AS ${type})`;
}

/** Why no decimal has exactly the number that a value is; null where one does, or where it is no number. */
export function decimalFault({ text, type }: PlacedValue): string | null {
  if (type !== 'numeric' || text === null) return null;
  const { whole, least } = decimalDigits(text);
  const fix = 'Give it as double or as text.';
  return whole + least > DECIMAL_WIDTH ? `has more than ${DECIMAL_WIDTH} digits. ${fix}` : null;
}

/** The digits that are written behind the point are kept as far as there is room: zeros at the end make way. */
function decimalFor(text: string): string {
  const { whole, least, written } = decimalDigits(text);
  const scale = Math.max(least, Math.min(written, DECIMAL_WIDTH - whole));
  return `DECIMAL(${DECIMAL_WIDTH},${Math.min(Math.max(scale, 0), DECIMAL_WIDTH)})`;
}
