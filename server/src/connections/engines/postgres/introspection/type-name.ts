import { BUILTIN_ELEMENTS, BUILTIN_TYPES, type BuiltinType } from './builtin-types.js';

const NUMERIC = 1700;
const BPCHAR = 1042;
const VARCHAR = 1043;
const INTERVAL = 1186;
const BIT = 1560;
const VARBIT = 1562;

/** `time`, `timestamp` and their kin put the precision before what is said about the zone. */
const TIMES: ReadonlyMap<number, readonly [string, string]> = new Map([
  [1083, ['time', 'without time zone']],
  [1266, ['time', 'with time zone']],
  [1114, ['timestamp', 'without time zone']],
  [1184, ['timestamp', 'with time zone']],
]);

/** The interval fields by the bits of the modifier's high half (`INTERVAL_MASK` of the server's timestamp.h). */
const INTERVAL_FIELDS: ReadonlyMap<number, string> = new Map([
  [0x0004, ' year'],
  [0x0002, ' month'],
  [0x0008, ' day'],
  [0x0400, ' hour'],
  [0x0800, ' minute'],
  [0x1000, ' second'],
  [0x0006, ' year to month'],
  [0x0408, ' day to hour'],
  [0x0c08, ' day to minute'],
  [0x1c08, ' day to second'],
  [0x0c00, ' hour to minute'],
  [0x1c00, ' hour to second'],
  [0x1800, ' minute to second'],
  [0x7fff, ''],
]);

/** A varlena length modifier counts its own four bytes. */
const VARHDRSZ = 4;
const FULL_INTERVAL_PRECISION = 0xffff;

/**
 * Names a built-in type exactly as the server's `format_type(oid, typmod)` does, and says its kind; null for any type
 * that is not built in.
 */
export function builtinType(oid: number, typmod: number): BuiltinType | null {
  const elementOid = BUILTIN_ELEMENTS.get(oid);
  if (elementOid !== undefined) {
    const element = builtinType(elementOid, typmod);
    return element && { name: `${element.name}[]`, kind: 'array' };
  }
  const type = BUILTIN_TYPES.get(oid);
  if (!type || typmod < 0) return type ?? null;
  return { name: withModifier(oid, type.name, typmod), kind: type.kind };
}

function withModifier(oid: number, name: string, typmod: number): string {
  if (oid === NUMERIC) return numericName(typmod);
  if (oid === VARCHAR) return `character varying(${typmod - VARHDRSZ})`;
  if (oid === BPCHAR) return `character(${typmod - VARHDRSZ})`;
  if (oid === BIT) return `bit(${typmod})`;
  if (oid === VARBIT) return `bit varying(${typmod})`;
  if (oid === INTERVAL) return intervalName(typmod);
  const time = TIMES.get(oid);
  return time ? `${time[0]}(${typmod}) ${time[1]}` : name;
}

/** The scale is an 11-bit signed number since Postgres 15; older servers only have scales that read the same. */
function numericName(typmod: number): string {
  const packed = typmod - VARHDRSZ;
  const precision = (packed >>> 16) & 0xffff;
  const scale = ((packed & 0x7ff) ^ 0x400) - 0x400;
  return `numeric(${precision},${scale})`;
}

function intervalName(typmod: number): string {
  const fields = INTERVAL_FIELDS.get(typmod >>> 16) ?? '';
  const precision = typmod & 0xffff;
  return `interval${fields}${precision === FULL_INTERVAL_PRECISION ? '' : `(${precision})`}`;
}
