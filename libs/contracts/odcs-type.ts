import type { YamlObject } from './yaml-document.js';

/** A column's type as the Open Data Contract Standard reports it beside the exact one; what it has no word for is left out. */
export interface OdcsType {
  readonly logicalType?:
    'string' | 'date' | 'timestamp' | 'time' | 'number' | 'integer' | 'object' | 'array' | 'boolean';
  readonly logicalTypeOptions?: YamlObject;
  readonly items?: YamlObject;
}

const PLAIN: Readonly<Record<string, OdcsType>> = {
  smallint: { logicalType: 'integer', logicalTypeOptions: { format: 'i16' } },
  integer: { logicalType: 'integer', logicalTypeOptions: { format: 'i32' } },
  bigint: { logicalType: 'integer', logicalTypeOptions: { format: 'i64' } },
  real: { logicalType: 'number', logicalTypeOptions: { format: 'f32' } },
  'double precision': { logicalType: 'number', logicalTypeOptions: { format: 'f64' } },
  numeric: { logicalType: 'number' },
  boolean: { logicalType: 'boolean' },
  date: { logicalType: 'date' },
  'timestamp without time zone': { logicalType: 'timestamp', logicalTypeOptions: { timezone: false } },
  'timestamp with time zone': { logicalType: 'timestamp', logicalTypeOptions: { timezone: true } },
  'time without time zone': { logicalType: 'time', logicalTypeOptions: { timezone: false } },
  'time with time zone': { logicalType: 'time', logicalTypeOptions: { timezone: true } },
  text: { logicalType: 'string' },
  citext: { logicalType: 'string' },
  name: { logicalType: 'string' },
  character: { logicalType: 'string' },
  'character varying': { logicalType: 'string' },
  uuid: { logicalType: 'string', logicalTypeOptions: { format: 'uuid' } },
  bytea: { logicalType: 'string', logicalTypeOptions: { format: 'binary' } },
  json: { logicalType: 'object' },
  jsonb: { logicalType: 'object' },
};
const HAS_LENGTH = /^character(?: varying)?\((\d+)\)$/;

/** Finds the logical type of an exact type name of Postgres: `character varying(20)[]` is an array of strings. */
export function odcsType(type: string): OdcsType {
  if (type.endsWith('[]')) {
    const item = type.slice(0, -2);
    return { logicalType: 'array', items: { ...odcsType(item), physicalType: item } };
  }
  const maxLength = HAS_LENGTH.exec(type)?.[1];
  if (maxLength !== undefined) return { logicalType: 'string', logicalTypeOptions: { maxLength: Number(maxLength) } };
  const plain = type.replace(/\([\d,-]+\)/, '');
  return Object.hasOwn(PLAIN, plain) ? (PLAIN[plain] ?? {}) : {};
}
