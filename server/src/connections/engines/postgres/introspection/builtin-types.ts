import type { ColumnKind } from '#libs/api';

/** A type of pg_catalog whose object ids are the same in every Postgres. */
export interface BuiltinType {
  /** `format_type(oid, -1)`. */
  readonly name: string;
  readonly kind: ColumnKind;
}

/** Object id, object id of the array of it (0: none), name, kind. */
const ROWS: readonly (readonly [number, number, string, ColumnKind])[] = [
  [16, 1000, 'boolean', 'boolean'],
  [17, 1001, 'bytea', 'binary'],
  [18, 1002, '"char"', 'text'],
  [19, 1003, 'name', 'text'],
  [20, 1016, 'bigint', 'integer'],
  [21, 1005, 'smallint', 'integer'],
  [23, 1007, 'integer', 'integer'],
  [24, 1008, 'regproc', 'text'],
  [25, 1009, 'text', 'text'],
  [26, 1028, 'oid', 'integer'],
  [27, 1010, 'tid', 'other'],
  [28, 1011, 'xid', 'other'],
  [29, 1012, 'cid', 'other'],
  [114, 199, 'json', 'json'],
  [142, 143, 'xml', 'text'],
  [194, 0, 'pg_node_tree', 'text'],
  [600, 1017, 'point', 'other'],
  [601, 1018, 'lseg', 'other'],
  [602, 1019, 'path', 'other'],
  [603, 1020, 'box', 'other'],
  [604, 1027, 'polygon', 'other'],
  [628, 629, 'line', 'other'],
  [650, 651, 'cidr', 'network'],
  [700, 1021, 'real', 'float'],
  [701, 1022, 'double precision', 'float'],
  [705, 0, 'unknown', 'text'],
  [718, 719, 'circle', 'other'],
  [774, 775, 'macaddr8', 'other'],
  [790, 791, 'money', 'other'],
  [829, 1040, 'macaddr', 'other'],
  [869, 1041, 'inet', 'network'],
  [1033, 1034, 'aclitem', 'other'],
  [1042, 1014, 'bpchar', 'text'],
  [1043, 1015, 'character varying', 'text'],
  [1082, 1182, 'date', 'date'],
  [1083, 1183, 'time without time zone', 'time'],
  [1114, 1115, 'timestamp without time zone', 'timestamp'],
  [1184, 1185, 'timestamp with time zone', 'timestamp'],
  [1186, 1187, 'interval', 'interval'],
  [1266, 1270, 'time with time zone', 'time'],
  [1560, 1561, '"bit"', 'other'],
  [1562, 1563, 'bit varying', 'other'],
  [1700, 1231, 'numeric', 'decimal'],
  [1790, 2201, 'refcursor', 'text'],
  [2202, 2207, 'regprocedure', 'text'],
  [2203, 2208, 'regoper', 'text'],
  [2204, 2209, 'regoperator', 'text'],
  [2205, 2210, 'regclass', 'text'],
  [2206, 2211, 'regtype', 'text'],
  [2249, 2287, 'record', 'other'],
  [2278, 0, 'void', 'other'],
  [2950, 2951, 'uuid', 'uuid'],
  [2970, 2949, 'txid_snapshot', 'other'],
  [3220, 3221, 'pg_lsn', 'other'],
  [3614, 3643, 'tsvector', 'other'],
  [3615, 3645, 'tsquery', 'other'],
  [3734, 3735, 'regconfig', 'text'],
  [3769, 3770, 'regdictionary', 'text'],
  [3802, 3807, 'jsonb', 'json'],
  [3904, 3905, 'int4range', 'other'],
  [3906, 3907, 'numrange', 'other'],
  [3908, 3909, 'tsrange', 'other'],
  [3910, 3911, 'tstzrange', 'other'],
  [3912, 3913, 'daterange', 'other'],
  [3926, 3927, 'int8range', 'other'],
  [4072, 4073, 'jsonpath', 'text'],
  [4089, 4090, 'regnamespace', 'text'],
  [4096, 4097, 'regrole', 'text'],
  [4191, 4192, 'regcollation', 'text'],
  [4451, 6150, 'int4multirange', 'other'],
  [4532, 6151, 'nummultirange', 'other'],
  [4533, 6152, 'tsmultirange', 'other'],
  [4534, 6153, 'tstzmultirange', 'other'],
  [4535, 6155, 'datemultirange', 'other'],
  [4536, 6157, 'int8multirange', 'other'],
  [5038, 5039, 'pg_snapshot', 'other'],
  [5069, 271, 'xid8', 'other'],
];

/** The built-in types by their object id. */
export const BUILTIN_TYPES: ReadonlyMap<number, BuiltinType> = new Map(
  ROWS.map(([oid, , name, kind]) => [oid, { name, kind }]),
);

/** The object id of the element by the object id of its array type. */
export const BUILTIN_ELEMENTS: ReadonlyMap<number, number> = new Map(
  ROWS.filter(([, arrayOid]) => arrayOid !== 0).map(([oid, arrayOid]) => [arrayOid, oid]),
);

const KINDS_BY_NAME: ReadonlyMap<string, ColumnKind> = new Map(ROWS.map(([, , name, kind]) => [name, kind]));

/** Types that extensions bring and that have a kind of their own. */
const EXTENSION_KINDS: ReadonlyMap<string, ColumnKind> = new Map([
  ['geometry', 'geometry'],
  ['geography', 'geometry'],
  ['citext', 'text'],
]);

/** What the catalog knows of a type after domains were followed down to their base type. */
export interface CatalogType {
  /** `pg_type.typname`. */
  readonly typname: string;
  /** `format_type(oid, -1)`. */
  readonly name: string;
  /** `pg_type.typtype`: b, c, d, e, m, p or r. */
  readonly typtype: string;
  readonly isArray: boolean;
}

/**
 * Decides how a column of a type is drawn. An enum is text, an array is `array` whatever it holds, and a domain has
 * been replaced by its base type before.
 */
export function kindOf(type: CatalogType): ColumnKind {
  if (type.isArray) return 'array';
  if (type.typtype === 'e') return 'text';
  if (type.typtype !== 'b') return 'other';
  return KINDS_BY_NAME.get(type.name) ?? EXTENSION_KINDS.get(type.typname) ?? 'other';
}
